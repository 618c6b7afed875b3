/** Serves the style sheet of the accent colour that the operator chose. */
import { Hono } from 'hono';
import { notFoundResponse } from '../http/serve.ts';
import { accentColours } from '../lib/colour.ts';

/** The path names the colour, so that browsers can cache the sheet forever. */
export const accentPath = (colour: string): string => `/accent/${colour.slice(1)}.css`;

export const accent = new Hono().get('/accent/:file', ({ req }) => {
  const [, hex] = /^([0-9a-f]{6})\.css$/.exec(req.param('file')) ?? [];
  if (!hex) return notFoundResponse();
  const { light, dark } = accentColours(`#${hex}`);
  const rule = ({ accent: colour, onAccent }: typeof light) => `:root{--accent:${colour};--on-accent:${onAccent}}`;
  const sheet = `@media screen{${rule(light)}}@media screen and (prefers-color-scheme:dark){${rule(dark)}}\n`;
  return new Response(sheet, {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
});
