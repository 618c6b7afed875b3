/** What stands above and below every page: the instance, search, and whoever is logged in. */
import { html } from 'hono/html';
import { config } from '../../../lib/config.ts';
import { version } from '../../../lib/version.ts';
import type { Visit } from '../session.ts';
import { icons } from './icons.ts';

/** Where the header leads members. */
const memberLinks: { label: string; path: string }[] = [
  { label: 'Home', path: '/home' },
  { label: 'Write', path: '/write' },
  { label: 'Search', path: '/search' },
  { label: 'Notifications', path: '/notifications' },
  { label: 'Collections', path: '/collections' },
  { label: 'Settings', path: '/settings' },
];

export function siteHeader({ visit, path }: { visit: Visit | null; path: string }) {
  const link = (label: string, to: string) =>
    html`<a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a>`;
  return html`<header class="site-header">
<a class="brand" href="/">${icons.pot}<span>${config.host}</span></a>
<nav class="site-nav" aria-label="Site">${
    visit
      ? html`${memberLinks.map(({ label, path: to }) => link(label, to))}${visit.isAdmin ? link('Admin', '/admin') : ''}${link(`@${visit.username}`, `/@${visit.username}`)}${link('Log out', '/logout')}`
      : link('Log in', '/login')
  }</nav>
</header>`;
}

export function siteFooter() {
  return html`<footer class="site-footer">
<span class="site-host">${config.host}</span>
<a href="/about">About</a>
<a href="/api/docs">API</a>
<span class="hint">Potluck ${version}</span>
</footer>`;
}
