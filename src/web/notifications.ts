/** The notifications page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  listNotificationsOf,
  markNotificationsRead,
  type Notification,
  type NotificationType,
} from '../domain/notifications/notifications.ts';
import { formToken } from '../http/browser-session.ts';
import { readId } from '../http/ids.ts';
import { byline } from './components/account.ts';
import { day } from './components/date-text.ts';
import { empty, pager } from './components/elements.ts';
import { hidden } from './components/field.ts';
import { pathOf, titleOf } from './components/item-link.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { type MemberVisitor, memberForm, memberPage } from './member-page.ts';

const perPage = 30;

const verbs: Record<NotificationType, string> = {
  follow: 'followed you',
  follow_request: 'wants to follow you',
  mention: 'mentioned you',
  reply: 'replied to you',
  like: 'liked',
  boost: 'boosted',
  cooked: 'cooked your recipe',
  quote: 'quoted you',
  recipe_changed: 'changed a recipe you cooked:',
  undelivered: 'Not delivered, because nobody you mentioned was found:',
  moderation: 'The moderators decided about your account.',
};

export const notifications = new Hono().get('/notifications', memberPage(show)).post(
  '/notifications',
  memberForm(async ({ me, fields }) => {
    const last = readId(fields.get('max_id') ?? '');
    if (last !== null) await markNotificationsRead(me, last);
    return '/notifications';
  }),
);

async function show({ c, me, session }: MemberVisitor) {
  const page = requestedPage(c, perPage);
  const found = await listNotificationsOf(me, page);
  const { items, newer, older } = withNeighbours(found, page, '/notifications');
  const unread = items.find(({ read }) => !read);
  const body = html`<div class="title-row"><h1>Notifications</h1>${unread ? html`<form method="post" action="/notifications">${hidden({ form_token: formToken(c, session), max_id: String(unread.id) })}<button class="small quiet">Mark all as read</button></form>` : ''}</div>
${items.length > 0 ? html`<ul class="rows">${items.map(row)}</ul>` : empty('No notifications yet. Likes, replies and new followers will show up here.')}${pager({ newer, older })}`;
  return { title: 'Notifications', body, layout: { width: 'text' as const, path: '/notifications' } };
}

function row({ type, read, createdAt, account, object }: Notification) {
  const item =
    object && object.publication === 'published'
      ? html` <a href="${pathOf(object)}">${titleOf(object)}</a>`
      : '';
  const review =
    type === 'follow_request'
      ? html` <a href="/settings/people">Review</a>`
      : type === 'moderation'
        ? html` <a href="/settings/moderation">Read the decision</a>`
        : '';
  const changes =
    item && type === 'recipe_changed'
      ? html` · <a href="${pathOf(object!)}/history">See what changed</a>`
      : '';
  return html`<li${read ? '' : html` class="unread"`}>${byline(account, html`${read ? '' : html`<strong>New:</strong> `}${verbs[type]}${item}${changes}${review} · ${day(createdAt)}`)}</li>`;
}
