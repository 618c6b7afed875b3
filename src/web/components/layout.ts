/** Renders the HTML document of every page, and its security headers. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { countUnreadOf } from '../../domain/notifications/notifications.ts';
import { type BrowserSession, viewerOfSession } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { directionOf } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { accentPath } from '../accent.ts';
import { assetPaths, preloadedFonts } from '../assets.ts';
import { appTags, offlineNotice } from './app-tags.ts';
import { maxUnreadShown, siteFooter, siteHeader } from './site-header.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const policy = (formAction: string) =>
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;

/** The default headers of a page. The policy allows only what this server serves, and no inline scripts or styles. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': policy("'self'"),
  // With no-referrer, browsers would send `Origin: null` with forms of this server (Fetch §3.2).
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of a page whose form redirects to this address, because form-action also applies to redirects. */
export function headersWithTarget(address: string): Record<string, string> {
  const { protocol, host } = new URL(address);
  const isNamed = (protocol === 'https:' || protocol === 'http:') && /^[a-z0-9.:-]+$/.test(host);
  const target = isNamed ? `${protocol}//${host}` : protocol;
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${target}`) };
}

export interface PageLayout {
  /** The member's name is shown in the header. */
  session?: BrowserSession | null;
  /** Confirms the last action, above the content. */
  notice?: Html | '';
  /** Maximum width of the content. */
  width?: 'form' | 'text' | 'wide';
  /** Additional tags in `<head>`. */
  head?: Html | string;
  /** Path of the page, to mark its entry in the navigation. */
  path?: string;
}

/** Shown when the database is unavailable. */
const fallbackProfile = { name: config.host, registration: 'closed', accent: '', logoKey: null } as const;

export async function page(title: string, body: Html, layout: PageLayout = {}): Promise<HtmlEscapedString> {
  const { session = null, notice = '', width = 'form', head = '', path = '' } = layout;
  const [{ name, registration, accent, logoKey }, unread] = await Promise.all([
    getInstanceProfile().catch(() => fallbackProfile),
    session && !session.isSuspended
      ? countUnreadOf(viewerOfSession(session), { upTo: maxUnreadShown + 1 }).catch(() => 0)
      : 0,
  ]);
  const { language } = reader();
  const direction = directionOf(language);
  return html`<!doctype html>
<html lang="${language}"${direction === 'rtl' ? html` dir="rtl"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta property="og:site_name" content="${name}">
${preloadedFonts.map(
  (path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>
`,
)}<link rel="stylesheet" href="${assetPaths.style}">${accent && html`<link rel="stylesheet" href="${accentPath(accent)}">`}
<link rel="icon" type="image/svg+xml" href="${assetPaths.icon}">
<script type="module" src="${assetPaths.actions}"></script>${session && !session.isSuspended ? html`<script type="module" src="${assetPaths.shortcuts}"></script>` : ''}
${appTags()}
${head}</head>
<body>
<a class="skip" href="#main">${t('site.skip')}</a>
${offlineNotice()}
${siteHeader({ session, path, name, logoKey, mayJoin: registration !== 'closed', unread })}
<main id="main" class="${width}">
${notice}${body}
</main>
${siteFooter()}
</body>
</html>
`;
}
