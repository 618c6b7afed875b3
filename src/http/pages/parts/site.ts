/** What stands above and below every page: the instance, search, and whoever is logged in. */
import { html } from 'hono/html';
import { config } from '../../../lib/config.ts';
import { version } from '../../../lib/version.ts';
import type { Visit } from '../session.ts';
import { icons } from './icons.ts';

type Links = [label: string, path: string][];

/** Where the header leads members; the rest is in the menu below their name. */
const often: Links = [
  ['Home', '/home'],
  ['Write', '/write'],
  ['Search', '/search'],
  ['Notifications', '/notifications'],
];
const seldom = ({ username, isAdmin }: Visit): Links => [
  ['Your page', `/@${username}`],
  ['Collections', '/collections'],
  ['Drafts', '/drafts'],
  ['Settings', '/settings'],
  ...(isAdmin ? ([['Admin', '/admin']] satisfies Links) : []),
  ['Log out', '/logout'],
];

interface Given {
  visit: Visit | null;
  path: string;
  /** Of the instance. */
  name: string;
  mayJoin: boolean;
}

export function siteHeader({ visit, path, name, mayJoin }: Given) {
  const link = ([label, to]: Links[number]) =>
    html`<a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a>`;
  return html`<header class="site-header">
<a class="brand" href="/">${icons.pot}<span>${name}</span></a>
<nav class="site-nav" aria-label="Site">${
    visit
      ? html`${often.map(link)}<details class="menu"><summary><span>@${visit.username}</span></summary><ul>${seldom(visit).map((each) => html`<li>${link(each)}</li>`)}</ul></details>`
      : html`${link(['Log in', '/login'])}${mayJoin ? link(['Join', '/register']) : ''}`
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
