/** Renders the buttons that a member gets for items and accounts. */
import { html } from 'hono/html';
import { listPinnedIds } from '../../domain/interactions/pins.ts';
import type { Relationship } from '../../domain/interactions/relationships.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/quotes.ts';
import { formToken } from '../../http/browser-session.ts';
import { hidden } from './field.ts';
import { titleOf } from './item-link.ts';
import type { Html } from './layout.ts';
import type { Visitor } from './page-handler.ts';

/** What a form with a single button needs. */
export interface ActionContext {
  me: number;
  formToken: string;
  /** Path of the current page, to which the action returns. */
  returnPath: string;
  /** Ids of the member's pinned items. Only set on pages where items can be pinned. */
  pinnedIds?: Set<number>;
}

/** Returns null for a visitor who is not logged in. */
export function actionContext({ c, session }: Visitor): ActionContext | null {
  if (!session) return null;
  const { pathname, search } = new URL(c.req.url);
  return { me: session.accountId, formToken: formToken(c, session), returnPath: pathname + search };
}

/** Adds the pinned items on an item's own page, where its author can pin it. */
export async function withPinnedIds(
  context: ActionContext | null,
  { account }: Pick<ActionItem, 'account'>,
): Promise<ActionContext | null> {
  if (!context || account.id !== context.me) return context;
  return { ...context, pinnedIds: new Set(await listPinnedIds(context.me)) };
}

interface ButtonOptions {
  kind?: 'quiet' | 'danger';
  /** Added to the label for screen readers, such as the name of the item. */
  hiddenText?: string;
  pressed?: boolean;
  /** URL fragment to return to. */
  fragment?: string;
}

export function actionButton(
  { formToken: token, returnPath }: ActionContext,
  action: string,
  label: Html | string,
  options: ButtonOptions = {},
): Html {
  const { kind = 'quiet', hiddenText, pressed, fragment = '' } = options;
  return html`<form method="post" action="${action}">${hidden({ form_token: token, back: returnPath + fragment })}<button class="small ${kind}"${
    pressed === undefined ? '' : html` aria-pressed="${pressed ? 'true' : 'false'}"`
  }>${label}${hiddenText ? html`<span class="visually-hidden"> ${hiddenText}</span>` : ''}</button></form>`;
}

/** The fields of an item that its buttons need. */
export type ActionItem = Pick<
  Eventable,
  'id' | 'type' | 'liked' | 'boosted' | 'likesCount' | 'boostsCount' | 'visibility' | 'name' | 'contentHtml'
> & { account: Pick<Eventable['account'], 'id'>; spoilerText?: string; quote?: Quote | null };

export function itemActions(item: ActionItem, context: ActionContext | null): Html | string {
  if (!context) return '';
  const { id, type, liked, boosted, likesCount, boostsCount, visibility, account } = item;
  const isOwn = account.id === context.me;
  const path = `/items/${id}`;
  const options = { hiddenText: titleOf(item), fragment: `#item-${id}` };
  const link = (href: string, label: string) => linked(href, label, options.hiddenText);
  const isOpen = visibility === 'public' || visibility === 'unlisted';
  const mayBoost = isOpen || (isOwn && visibility === 'private');
  const quotesMine = !isOwn && item.quote?.item?.account.id === context.me;
  return html`<div class="actions no-print">${actionButton(context, `${path}/${liked ? 'unlike' : 'like'}`, counted(liked ? '♥ Liked' : '♡ Like', likesCount), { ...options, pressed: liked })}
${mayBoost ? actionButton(context, `${path}/${boosted ? 'unboost' : 'boost'}`, counted(boosted ? '⇄ Boosted' : '⇄ Boost', boostsCount), { ...options, pressed: boosted }) : ''}
${isOpen ? link(`/write/post?quote=${id}`, 'Quote') : ''}
${link(`/write/post?to=${id}`, 'Reply')}
${quotesMine ? actionButton(context, `${path}/revoke-quote`, 'Remove quote', options) : ''}
${type === 'recipe' ? html`${link(`/write/dish?recipe=${id}`, 'I cooked this')}${link(`/write/recipe?from=${id}`, isOwn ? 'Copy' : 'Make your own version')}` : ''}
${link(`${path}/save`, 'Save')}
${isOwn ? ownItemActions(item, context) : ''}</div>`;
}

function ownItemActions(item: ActionItem, context: ActionContext) {
  const { id, type, visibility } = item;
  const path = `/items/${id}`;
  const hiddenText = titleOf(item);
  const mayPin = context.pinnedIds && (visibility === 'public' || visibility === 'unlisted');
  const isPinned = context.pinnedIds?.has(id) ?? false;
  return html`${mayPin || isPinned ? actionButton(context, `${path}/${isPinned ? 'unpin' : 'pin'}`, isPinned ? '⚲ Pinned' : '⚲ Pin', { hiddenText, pressed: isPinned, fragment: `#item-${id}` }) : ''}
${linked(`${path}/edit`, 'Edit', hiddenText)}${type !== 'status' ? linked(`${path}/unpublish`, 'Unpublish', hiddenText) : ''}${linked(`${path}/delete`, 'Delete', hiddenText)}`;
}

const linked = (href: string, label: string, hiddenText: string) =>
  html`<a class="button small quiet" href="${href}">${label}<span class="visually-hidden"> ${hiddenText}</span></a>`;

const counted = (label: string, count: number) => (count > 0 ? html`${label} <span>${count}</span>` : label);

export function accountActions(
  { id, following, followingRequested, blocking, followed, followerRequested }: Relationship,
  context: ActionContext,
): Html | string {
  if (id === context.me)
    return html`<div class="actions no-print"><a class="button small quiet" href="/settings">Edit profile</a></div>`;
  const path = `/accounts/${id}`;
  if (blocking)
    return html`<div class="actions no-print">${actionButton(context, `${path}/unblock`, 'Unblock')}</div>`;
  const isFollowingOrRequested = following || followingRequested;
  const label = following ? 'Following' : followingRequested ? 'Follow requested' : 'Follow';
  return html`<div class="actions no-print">${actionButton(context, `${path}/${isFollowingOrRequested ? 'unfollow' : 'follow'}`, isFollowingOrRequested ? html`${label}<span class="visually-hidden"> (unfollow)</span>` : label, isFollowingOrRequested ? {} : { kind: undefined })}
${followerRequested ? html`${actionButton(context, `${path}/authorize`, 'Accept')}${actionButton(context, `${path}/reject`, 'Reject')}` : ''}
${followed ? html`<span class="hint">Follows you</span>` : ''}
<details class="more"><summary class="button small quiet">More</summary>${followed ? actionButton(context, `${path}/remove-follower`, 'Remove follower') : ''}${actionButton(context, `${path}/block`, 'Block', { kind: 'danger' })}</details></div>`;
}
