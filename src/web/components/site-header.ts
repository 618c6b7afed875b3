/** Renders the header and footer of every page. On phones, the navigation is a bar at the bottom. */
import { html } from 'hono/html';
import { may } from '../../domain/roles/permissions.ts';
import type { BrowserSession } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { version } from '../../lib/version.ts';
import { icons } from './icons.ts';

type Html = ReturnType<typeof html>;
type Links = [label: string, path: string][];

const menuLinks = ({ username, role }: BrowserSession): Links => [
  ['Profile', `/@${username}`],
  ['Collections', '/collections'],
  ['Shopping list', '/shopping-list'],
  ['Drafts', '/drafts'],
  ['Settings', '/settings'],
  ...(may(role, 'moderate') ? ([['Admin', '/admin']] satisfies Links) : []),
  ['Log out', '/logout'],
];

interface HeaderOptions {
  session: BrowserSession | null;
  path: string;
  /** Name of the instance. */
  name: string;
  mayJoin: boolean;
  /** Number of unread notifications, counted up to one more than is shown. */
  unread: number;
}

export const maxUnreadShown = 99;

export function siteHeader(options: HeaderOptions) {
  const { session, path, name } = options;
  return html`<header class="site-header">
<a class="brand" href="/">${icons.pot}<span>${name}</span></a>
<a class="site-search" href="/search"${current('/search', path)}>${icons.search}<span class="visually-hidden">Search</span></a>
<nav class="site-nav${session ? ' members' : ''}" aria-label="Site">${session ? memberLinks(session, options) : visitorLinks(options)}</nav>
</header>`;
}

const current = (to: string, path: string) => (path === to ? html` aria-current="page"` : '');

function memberLinks(session: BrowserSession, { path, unread }: HeaderOptions): Html {
  const link = (to: string, icon: Html | string, label: string, count: Html | '' = '') =>
    html`<a href="${to}"${current(to, path)}>${icon}<span>${label}</span>${count}</a>`;
  const count =
    unread > 0
      ? html` <span class="count">${unread > maxUnreadShown ? `${maxUnreadShown}+` : unread}<span class="visually-hidden"> unread</span></span>`
      : '';
  const menu = menuLinks(session).map(
    ([label, to]) => html`<li><a href="${to}"${current(to, path)}>${label}</a></li>`,
  );
  return html`${link('/home', icons.home, 'Home')}${link('/explore', icons.explore, 'Explore')}${link('/write', icons.write, 'Write')}${link('/notifications', icons.bell, 'Notifications', count)}<details class="menu"><summary>${icons.person}<span>@${session.username}</span></summary><ul>${menu}</ul></details>`;
}

function visitorLinks({ path, mayJoin }: HeaderOptions): Html {
  const link = (to: string, icon: Html | string, label: string, kind = '') =>
    html`<a href="${to}"${kind && html` class="${kind}"`}${current(to, path)}>${icon}<span>${label}</span></a>`;
  return html`${link('/explore', icons.explore, 'Explore')}${link('/login', icons.person, 'Log in')}${mayJoin ? link('/register', icons.plus, 'Sign up', 'button small quiet') : ''}`;
}

export function siteFooter() {
  return html`<footer class="site-footer">
<span class="site-host">${config.host}</span>
<a href="/about">About</a>
<a href="/api/docs">API</a>
<span class="hint">Potluck ${version}</span>
</footer>`;
}
