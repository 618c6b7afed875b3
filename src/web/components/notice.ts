/** Confirms what a form did, on the page that the member sees next. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { undoSeconds } from '../../domain/items/delete.ts';
import {
  type BrowserSession,
  formToken,
  isNavigation,
  setNoticeCookie,
  takeNoticeCookie,
} from '../../http/browser-session.ts';
import { t } from '../../lib/language/text.ts';
import { note } from './elements.ts';
import { hidden } from './field.ts';
import type { Html } from './layout.ts';

/** Pages show only these texts, so nothing that a cookie contains is shown. */
const names = [
  'published',
  'draft-saved',
  'changes-saved',
  'unpublished',
  'deleted',
  'restored',
  'undo-too-late',
  'collections-changed',
  'collection-created',
  'collection-deleted',
  'blocked',
  'unblocked',
  'muted',
  'unmuted',
  'boosts-hidden',
  'boosts-shown',
  'thread-muted',
  'thread-unmuted',
  'server-blocked',
  'server-unblocked',
  'follower-accepted',
  'request-rejected',
  'follower-removed',
  'quote-removed',
  'pinned',
  'unpinned',
] as const;

export type NoticeName = (typeof names)[number];

/** The next page confirms the action. `id` is the item or account that it is about. */
export function setNotice(c: Context, name: NoticeName, id: number | null = null): void {
  setNoticeCookie(c, name, id);
}

/** Renders the notice that the last form left, once. A page that a script loads leaves it for the next one. */
export function takeNotice(c: Context, session: BrowserSession | null): Html | '' {
  if (!session || !isNavigation(c)) return '';
  const notice = takeNoticeCookie(c);
  const name = names.find((each) => each === notice?.name);
  if (!notice || !name) return '';
  if (name !== 'deleted' || notice.id === null) return note(t(`notices.${name}`), 'good');
  return note(
    html`${t('notices.deleted-with-undo', { seconds: undoSeconds })}
<form class="undo" method="post" action="/items/${notice.id}/restore">${hidden({ form_token: formToken(c, session) })}<button class="small">${t('actions.undo')}</button></form>`,
    'good',
  );
}
