/** What concerns a member: who follows, likes, boosts, answers, cooks. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  listNotificationsOf,
  markNotificationsRead,
  type Notification,
  type NotificationType,
} from '../../domain/notifications.ts';
import { readId } from '../ids.ts';
import { type MemberVisitor, memberForm, memberPage } from './member.ts';
import { empty, pager } from './parts/blocks.ts';
import { hidden } from './parts/field.ts';
import { pathOf, titleOf } from './parts/item.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { byline } from './parts/person.ts';
import { day } from './parts/time.ts';
import { formToken } from './session.ts';

const perPage = 30;

const words: Record<NotificationType, string> = {
  follow: 'follows you',
  follow_request: 'asks to follow you',
  mention: 'named you',
  reply: 'answered you',
  like: 'likes',
  boost: 'boosted',
  cooked: 'cooked after your recipe',
};

export const notifications = new Hono().get('/notifications', memberPage(show)).post(
  '/notifications',
  memberForm(async ({ me, fields }) => {
    const last = readId(fields.get('max_id') ?? '');
    if (last !== null) await markNotificationsRead(me, last);
    return '/notifications';
  }),
);

async function show({ c, me, visit }: MemberVisitor) {
  const asked = pageAsked(c, perPage);
  const found = await listNotificationsOf(me, asked);
  const { items, newer, older } = neighbours(found, asked, '/notifications');
  const unread = items.find(({ read }) => !read);
  const body = html`<div class="title-row"><h1>Notifications</h1>${unread ? html`<form method="post" action="/notifications">${hidden({ form_token: formToken(c, visit), max_id: String(unread.id) })}<button class="small quiet">Mark as read</button></form>` : ''}</div>
${items.length > 0 ? html`<ul class="rows">${items.map(row)}</ul>` : empty('Nothing yet.')}${pager({ newer, older })}`;
  return { title: 'Notifications', body, frame: { width: 'text' as const, path: '/notifications' } };
}

function row({ type, read, createdAt, account, object }: Notification) {
  const about =
    object && object.publication === 'published'
      ? html` <a href="${pathOf(object)}">${titleOf(object)}</a>`
      : '';
  const ask = type === 'follow_request' ? html` <a href="/settings/people">Answer</a>` : '';
  return html`<li${read ? '' : html` class="unread"`}>${byline(account, html`${read ? '' : html`<strong>New:</strong> `}${words[type]}${about}${ask} · ${day(createdAt)}`)}</li>`;
}
