/** Renders the header and footer of every page. On phones, the navigation is a bar at the bottom. */
import { html } from 'hono/html';
import { may } from '../../domain/roles/permissions.ts';
import type { BrowserSession } from '../../http/browser-session.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { version } from '../../lib/paths.ts';
import { icons } from './icons.ts';

type Html = ReturnType<typeof html>;
type Links = [label: string, path: string][];

const menuLinks = ({ username, role }: BrowserSession): Links => [
  [t('site.profile'), `/@${username}`],
  [t('site.collections'), '/collections'],
  [t('site.shopping-list'), '/shopping-list'],
  [t('site.drafts'), '/drafts'],
  [t('site.settings'), '/settings'],
  ...(may(role, 'moderate') ? ([[t('site.admin'), '/admin']] satisfies Links) : []),
  [t('site.log-out'), '/logout'],
];

interface HeaderOptions {
  session: BrowserSession | null;
  path: string;
  /** Name of the instance. */
  name: string;
  logoKey: string | null;
  mayJoin: boolean;
  /** Number of unread notifications, counted up to one more than is shown. */
  unread: number;
}

export const maxUnreadShown = 99;

export function siteHeader(options: HeaderOptions) {
  const { session, path, name, logoKey } = options;
  const logo = logoKey ? html`<img src="${pictureUrls(logoKey).small}" alt="" width="30" height="30">` : icons.pot;
  if (session?.isSuspended)
    return html`<header class="site-header"><a class="brand" href="/suspended">${logo}<span>${name}</span></a></header>`;
  return html`<header class="site-header">
<a class="brand" href="/">${logo}<span>${name}</span></a>
<a class="site-search" href="/search"${current('/search', path)}>${icons.search}<span class="visually-hidden">${t('site.search')}</span></a>
<nav class="site-nav${session ? ' members' : ''}" aria-label="${t('site.navigation')}">${session ? memberLinks(session, options) : visitorLinks(options)}</nav>
</header>`;
}

const current = (to: string, path: string) => (path === to ? html` aria-current="page"` : '');

function memberLinks(session: BrowserSession, { path, unread }: HeaderOptions): Html {
  const link = (to: string, icon: Html | string, label: string, count: Html | '' = '') =>
    html`<a href="${to}"${current(to, path)}>${icon}<span>${label}</span>${count}</a>`;
  const count =
    unread > 0
      ? html` <span class="count">${unread > maxUnreadShown ? `${maxUnreadShown}+` : unread}<span class="visually-hidden"> ${t('site.unread')}</span></span>`
      : '';
  const menu = menuLinks(session).map(([label, to]) => html`<li><a href="${to}"${current(to, path)}>${label}</a></li>`);
  return html`${link('/home', icons.home, t('site.home'))}${link('/explore', icons.explore, t('site.explore'))}${link('/write', icons.write, t('site.write'))}${link('/notifications', icons.bell, t('site.notifications'), count)}<details class="menu"><summary>${icons.person}<span><bdi>@${session.username}</bdi></span></summary><ul>${menu}</ul></details>`;
}

function visitorLinks({ path, mayJoin }: HeaderOptions): Html {
  const link = (to: string, icon: Html | string, label: string, kind = '') =>
    html`<a href="${to}"${kind && html` class="${kind}"`}${current(to, path)}>${icon}<span>${label}</span></a>`;
  return html`${link('/explore', icons.explore, t('site.explore'))}${link('/login', icons.person, t('site.log-in'))}${mayJoin ? link('/register', icons.plus, t('site.sign-up'), 'button small quiet') : ''}`;
}

export function siteFooter() {
  return html`<footer class="site-footer">
<span class="site-host">${config.host}</span>
<a href="/about">${t('site.about')}</a>
<a href="/language">${t('site.language')}</a>
<a href="/api/docs">${t('site.api')}</a>
<span class="hint">Potluck ${version}</span>
</footer>`;
}
