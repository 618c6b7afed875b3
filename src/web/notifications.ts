/** The notifications page. What it shows is read from then on. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AccountCard } from '../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../domain/filters/filters.ts';
import {
  countUnreadOf,
  groupNotifications,
  listNotificationsOf,
  markNotificationsRead,
  markNotificationsSeen,
  type NotificationGroup,
  type NotificationType,
} from '../domain/notifications/notifications.ts';
import { formToken, isNavigation } from '../http/browser-session.ts';
import { readId } from '../http/pagination.ts';
import { t } from '../lib/language/text.ts';
import { accountLink, avatar } from './components/account.ts';
import { pathOf, titleOf } from './components/actions.ts';
import { empty, factLine, pager, requestedPage, withNeighbours } from './components/elements.ts';
import { hidden } from './components/fields.ts';
import { allHidden, behindFilter } from './components/item-parts.ts';
import type { Html } from './components/layout.ts';
import { age, richText } from './components/texts.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';

// Says in a sentence what a group of notifications is about

/** Pages that some notifications lead to. */
const links: Partial<Record<NotificationType, string>> = {
  follow_request: '/settings/people',
  moderation: '/settings/moderation',
};

function sentenceOf({ type, object, accounts }: NotificationGroup): Html {
  const item =
    object?.publication === 'published'
      ? html`<a href="${pathOf(object)}"><bdi>${titleOf(object)}</bdi></a>`
      : html`${t('notifications.a-draft')}`;
  const changes =
    type === 'recipe_changed' && object
      ? html`<a href="${pathOf(object)}/history">${t('recipe.see-what-changed')}</a>`
      : null;
  const sentence = richText(`notifications.${type}`, {
    count: accounts.length,
    who: names(accounts),
    item,
    link: (text) => html`<a href="${links[type]}">${text}</a>`,
  });
  return changes ? html`${factLine([sentence, changes])}` : sentence;
}

function names([first, ...others]: NotificationGroup['accounts']): Html {
  const link = (account: AccountCard) => html`<strong>${accountLink(account)}</strong>`;
  const [second] = others;
  if (!second) return link(first);
  if (others.length === 1) return richText('notifications.two', { first: link(first), second: link(second) });
  return richText('notifications.many', { first: link(first), count: others.length });
}

// The notifications page. What it shows is read from then on

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
