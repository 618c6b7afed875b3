/** Serves portraits with initials for people without a picture. */
import { Hono } from 'hono';
import { notFoundResponse } from '../../http/serve.ts';
import { escapeHtml } from '../../lib/html/html.ts';

/** Background and letters. Their contrast is at least 4.5. */
const colours = [
  ['#f3d3c8', '#8c2a14'],
  ['#d9e6d3', '#2f5530'],
  ['#f6e1b8', '#6e4a0c'],
  ['#d3e1e6', '#274e5b'],
  ['#e8d6e3', '#66325a'],
  ['#ead9c6', '#67401c'],
  ['#d8d6ee', '#3f3a7d'],
  ['#f2d2dc', '#852a4a'],
] as const;

const letter = /[\p{L}\p{N}]/u;
const path = /^([\p{L}\p{N}]{1,2})-([0-7])\.svg$/u;

/** Scripts with upper case abbreviate a name by two letters, the others by one. */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .flatMap((word) => letter.exec(word.normalize('NFC'))?.[0] ?? [])
    .map((each) => [...each.toUpperCase()][0]!);
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  const isCased = first.toLowerCase() !== first;
  return letters.length > 1 && isCased ? `${first}${last}` : first;
}

/** Returns the path of a portrait. The address `name@host` decides the colour, so that namesakes differ. */
export function portraitPath(name: string, address: string): string {
  let sum = 0;
  for (const each of address) sum = (sum * 31 + each.codePointAt(0)!) % 65_521;
  const initials = initialsOf(name) || initialsOf(address);
  return `/portraits/${encodeURIComponent(initials)}-${sum % colours.length}.svg`;
}

function draw(initials: string, [ground, ink]: (typeof colours)[number]): string {
  const size = [...initials].length > 1 ? 36 : 44;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><path fill="${ground}" d="M0 0h96v96H0z"/><text x="48" y="49" font-family="Georgia,'Noto Serif',serif" font-size="${size}" fill="${ink}" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
}

export const portraits = new Hono().get('/portraits/:file', ({ req }) => {
  const [, initials, colour] = path.exec(req.param('file')) ?? [];
  if (!initials) return notFoundResponse();
  return new Response(draw(initials, colours[Number(colour)]!), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=2592000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
});
