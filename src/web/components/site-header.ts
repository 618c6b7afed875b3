/** Renders the header and footer of every page. */
import { html } from 'hono/html';
import type { BrowserSession } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { version } from '../../lib/version.ts';
import { icons } from './icons.ts';

type Links = [label: string, path: string][];

/** Links in the header. The others are in the menu below the member's name. */
const mainLinks: Links = [
  ['Home', '/home'],
  ['Write', '/write'],
  ['Explore', '/explore'],
  ['Search', '/search'],
  ['Notifications', '/notifications'],
];
const menuLinks = ({ username, isAdmin }: BrowserSession): Links => [
  ['Profile', `/@${username}`],
  ['Collections', '/collections'],
  ['Shopping list', '/shopping-list'],
  ['Drafts', '/drafts'],
  ['Settings', '/settings'],
  ...(isAdmin ? ([['Admin', '/admin']] satisfies Links) : []),
  ['Log out', '/logout'],
];

interface HeaderOptions {
  session: BrowserSession | null;
  path: string;
  /** Name of the instance. */
  name: string;
  mayJoin: boolean;
}

export function siteHeader({ session, path, name, mayJoin }: HeaderOptions) {
  const link = ([label, to]: Links[number]) =>
    html`<a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a>`;
  return html`<header class="site-header">
<a class="brand" href="/">${icons.pot}<span>${name}</span></a>
<nav class="site-nav" aria-label="Site">${
    session
      ? html`${mainLinks.map(link)}<details class="menu"><summary><span>@${session.username}</span></summary><ul>${menuLinks(session).map((each) => html`<li>${link(each)}</li>`)}</ul></details>`
      : html`${link(['Explore', '/explore'])}${link(['Search', '/search'])}${link(['Log in', '/login'])}${mayJoin ? link(['Sign up', '/register']) : ''}`
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
