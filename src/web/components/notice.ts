/** Confirms what a form did, on the page that the member sees next. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { undoSeconds } from '../../domain/items/trash.ts';
import { type BrowserSession, formToken } from '../../http/browser-session.ts';
import { isNavigation } from '../../http/navigation.ts';
import { setNoticeCookie, takeNoticeCookie } from '../../http/notice-cookie.ts';
import { t } from '../../lib/language/text.ts';
import { note } from './elements.ts';
import { hidden } from './field.ts';
import type { Html } from './layout.ts';

/** Pages show only these texts, so nothing that a cookie contains is shown. */
const texts = {
  published: 'Published. Your followers will see it soon.',
  'draft-saved': 'Saved as a draft. Only you can see it.',
  'changes-saved': 'Your changes are saved.',
  unpublished: 'This is a draft again. Only you can see it.',
  deleted: 'Deleted.',
  restored: 'Nothing was deleted. Everything is as it was.',
  'undo-too-late': 'It was too late to undo this. The item is deleted.',
  'collections-changed': 'Your collections are up to date.',
  'collection-created': 'The collection was created.',
  'collection-deleted': 'The collection was deleted. The items in it are still there.',
  blocked: 'Blocked. You will not see each other any more.',
  unblocked: 'Unblocked. You can follow each other again.',
  'follower-accepted': 'Accepted. This account follows you now.',
  'request-rejected': 'The request was rejected.',
  'follower-removed': 'This account no longer follows you.',
  'quote-removed': 'The quote no longer shows your post.',
  muted: () => t('mutes.muted-notice'),
  unmuted: () => t('mutes.unmuted-notice'),
  'boosts-hidden': () => t('mutes.boosts-hidden-notice'),
  'boosts-shown': () => t('mutes.boosts-shown-notice'),
  'thread-muted': () => t('mutes.thread-muted-notice'),
  'thread-unmuted': () => t('mutes.thread-unmuted-notice'),
  'server-blocked': () => t('mutes.server-blocked-notice'),
  'server-unblocked': () => t('mutes.server-unblocked-notice'),
} as const;

export type NoticeName = keyof typeof texts;

/** The next page confirms the action. `id` is the item or account that it is about. */
export function setNotice(c: Context, name: NoticeName, id: number | null = null): void {
  setNoticeCookie(c, name, id);
}

/** Renders the notice that the last form left, once. A page that a script loads leaves it for the next one. */
export function takeNotice(c: Context, session: BrowserSession | null): Html | '' {
  if (!session || !isNavigation(c)) return '';
  const notice = takeNoticeCookie(c);
  if (!notice || !Object.hasOwn(texts, notice.name)) return '';
  const found = texts[notice.name as NoticeName];
  const text = typeof found === 'string' ? found : found();
  if (notice.name !== 'deleted' || notice.id === null) return note(text, 'good');
  return note(
    html`${text} You can undo this for ${undoSeconds} seconds.
<form class="undo" method="post" action="/items/${notice.id}/restore">${hidden({ form_token: formToken(c, session) })}<button class="small">Undo</button></form>`,
    'good',
  );
}
