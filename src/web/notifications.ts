/** The notifications page. What it shows is read from then on. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { applyFilters, type FilterResults } from '../domain/filters/filters.ts';
import {
  countUnreadOf,
  groupNotifications,
  listNotificationsOf,
  markNotificationsRead,
  markNotificationsSeen,
  type NotificationGroup,
} from '../domain/notifications/notifications.ts';
import { formToken, isNavigation } from '../http/browser-session.ts';
import { readId } from '../http/pagination.ts';
import { t } from '../lib/language/text.ts';
import { avatar } from './components/account.ts';
import { age } from './components/date-text.ts';
import { empty, pager } from './components/elements.ts';
import { hidden } from './components/field.ts';
import { allHidden, behindFilter } from './components/filtered.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';
import { sentenceOf } from './notifications/sentence.ts';

const perPage = 60;
const maxAvatars = 6;

export const notifications = new Hono().get('/notifications', memberPage(show)).post(
  '/notifications',
  memberForm(async ({ me, fields }) => {
    const last = readId(fields.get('max_id') ?? '');
    if (last !== null) await markNotificationsRead(me, last);
    return '/notifications';
  }),
);

async function show({ c, me, session, viewer }: MemberVisitor) {
  const page = requestedPage(c, perPage);
  const found = await listNotificationsOf(me, page);
  const { items: listed, newer, older } = withNeighbours(found, page, '/notifications');
  const filters = await applyFilters(
    listed.map(({ object }) => object),
    viewer,
    'notifications',
  );
  const items = listed.filter(({ object }) => !filters.hides(object));
  const unread = items.filter(({ read }) => !read);
  if (isNavigation(c) && unread.length > 0)
    await markNotificationsSeen(
      me,
      unread.map(({ id }) => id),
    );
  const [newest] = items;
  const remaining = newest ? await countUnreadOf({ ...viewer, accountId: me }, { upTo: 1 }) : 0;
  const body = html`<div class="title-row"><h1>${t('notifications.title')}</h1>${remaining > 0 ? html`<form method="post" action="/notifications">${hidden({ form_token: formToken(c, session), max_id: String(newest!.id) })}<button class="small quiet">${t('notifications.mark-read')}</button></form>` : ''}</div>
${items.length > 0 ? html`<ul class="rows notifications">${groupNotifications(items).map((group) => row(group, filters))}</ul>` : listed.length > 0 ? allHidden() : empty(t('notifications.empty'))}${pager({ newer, older })}`;
  return {
    title: t('notifications.title'),
    body,
    layout: { width: 'text' as const, path: '/notifications' },
  };
}

function row(group: NotificationGroup, filters: FilterResults) {
  const { accounts, read, createdAt } = group;
  return html`<li${read ? '' : html` class="unread"`}><div><div class="avatars">${accounts.slice(0, maxAvatars).map((account) => avatar(account, 32))}</div><p>${read ? '' : html`<strong>${t('notifications.new')}</strong> `}${behindFilter(filters.of(group.object), sentenceOf(group))}</p><p class="hint">${age(createdAt)}</p></div></li>`;
}
