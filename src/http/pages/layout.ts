/** The frame of every page: light and dark, nothing from other hosts. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { assetPaths } from '../assets.ts';
import { siteFooter, siteHeader } from './parts/site.ts';
import type { Visit } from './session.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const policy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;

/** For every page: nothing may be loaded, framed or run but what stands here. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': policy("'self'"),
  // With no-referrer browsers would send `Origin: null` with our own forms (Fetch, section 3.2).
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** For a page whose form is answered by a redirect to this address: browsers hold redirects against form-action, too. */
export function headersWithTarget(address: string): Record<string, string> {
  const { protocol, host } = new URL(address);
  const isNamed = (protocol === 'https:' || protocol === 'http:') && /^[a-z0-9.:-]+$/.test(host);
  const target = isNamed ? `${protocol}//${host}` : protocol;
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${target}`) };
}

export interface Frame {
  /** Who looks; their name stands in the header. */
  visit?: Visit | null;
  /** A form is narrow, text is as wide as it reads well, lists of cards are wide. */
  width?: 'form' | 'text' | 'wide';
  /** For `<head>`: what machines read. */
  head?: Html | string;
  /** Path of the page, where the header has an entry for it. */
  path?: string;
}

/** Even a page that says the database is away has a name above it. */
const unknown = { name: config.host, registration: 'closed' } as const;

export async function page(title: string, body: Html, frame: Frame = {}): Promise<HtmlEscapedString> {
  const { visit = null, width = 'form', head = '', path = '' } = frame;
  const { name, registration } = await getInstanceProfile().catch(() => unknown);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta property="og:site_name" content="${name}">
<link rel="stylesheet" href="${assetPaths.style}">
<link rel="icon" type="image/svg+xml" href="${assetPaths.icon}">
${head}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${siteHeader({ visit, path, name, mayJoin: registration !== 'closed' })}
<main id="main" class="${width}">
${body}
</main>
${siteFooter()}
</body>
</html>
`;
}
