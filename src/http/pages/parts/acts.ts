/** What a member can do with an item or an account that they look at. */
import { html } from 'hono/html';
import type { Eventable } from '../../../domain/eventables/eventable.ts';
import { listPinnedIds } from '../../../domain/pins.ts';
import type { Relationship } from '../../../domain/relationships.ts';
import type { Html } from '../layout.ts';
import { formToken } from '../session.ts';
import type { Visitor } from '../show.ts';
import { hidden } from './field.ts';
import { titleOf } from './item.ts';

/** For forms that are no more than a button. */
export interface Acts {
  me: number;
  formToken: string;
  /** The page they are on. */
  back: string;
  /** Items that the member shows first; told where items can be pinned. */
  pinned?: Set<number>;
}

/** Null for who is not logged in. */
export function actsOf({ c, visit }: Visitor): Acts | null {
  if (!visit) return null;
  const { pathname, search } = new URL(c.req.url);
  return { me: visit.accountId, formToken: formToken(c, visit), back: pathname + search };
}

/** On the page of one item its author can pin it. */
export async function withPins(
  acts: Acts | null,
  { account }: Pick<Actable, 'account'>,
): Promise<Acts | null> {
  if (!acts || account.id !== acts.me) return acts;
  return { ...acts, pinned: new Set(await listPinnedIds(acts.me)) };
}

interface Look {
  kind?: 'quiet' | 'danger';
  /** For who hears the page: of what. */
  of?: string;
  pressed?: boolean;
  /** Where on the page to come back to. */
  place?: string;
}

export function press(
  { formToken: token, back }: Acts,
  action: string,
  label: Html | string,
  look: Look = {},
): Html {
  const { kind = 'quiet', of, pressed, place = '' } = look;
  return html`<form method="post" action="${action}">${hidden({ form_token: token, back: back + place })}<button class="small ${kind}"${
    pressed === undefined ? '' : html` aria-pressed="${pressed ? 'true' : 'false'}"`
  }>${label}${of ? html`<span class="visually-hidden"> ${of}</span>` : ''}</button></form>`;
}

/** An item as far as its buttons need to know it. */
export type Actable = Pick<
  Eventable,
  'id' | 'type' | 'liked' | 'boosted' | 'likesCount' | 'boostsCount' | 'visibility' | 'name' | 'contentHtml'
> & { account: Pick<Eventable['account'], 'id'>; spoilerText?: string };

export function itemActs(item: Actable, acts: Acts | null): Html | string {
  if (!acts) return '';
  const { id, type, liked, boosted, likesCount, boostsCount, visibility, account } = item;
  const isOwn = account.id === acts.me;
  const path = `/items/${id}`;
  const look = { of: titleOf(item), place: `#item-${id}` };
  const link = (href: string, label: string) => linked(href, label, look.of);
  const mayBoost =
    visibility === 'public' || visibility === 'unlisted' || (isOwn && visibility === 'private');
  return html`<div class="acts no-print">${press(acts, `${path}/${liked ? 'unlike' : 'like'}`, counted(liked ? '♥ Liked' : '♡ Like', likesCount), { ...look, pressed: liked })}
${mayBoost ? press(acts, `${path}/${boosted ? 'unboost' : 'boost'}`, counted(boosted ? '⇄ Boosted' : '⇄ Boost', boostsCount), { ...look, pressed: boosted }) : ''}
${link(`/write/post?to=${id}`, 'Answer')}
${type === 'recipe' ? html`${link(`/write/dish?recipe=${id}`, 'I cooked this')}${link(`/write/recipe?from=${id}`, isOwn ? 'Copy' : 'My version')}` : ''}
${link(`${path}/collect`, 'Collect')}
${isOwn ? ownActs(item, acts) : ''}</div>`;
}

function ownActs(item: Actable, acts: Acts) {
  const { id, type, visibility } = item;
  const path = `/items/${id}`;
  const of = titleOf(item);
  const mayPin = acts.pinned && (visibility === 'public' || visibility === 'unlisted');
  const isPinned = acts.pinned?.has(id) ?? false;
  return html`${mayPin || isPinned ? press(acts, `${path}/${isPinned ? 'unpin' : 'pin'}`, isPinned ? '⚲ Pinned' : '⚲ Pin', { of, pressed: isPinned, place: `#item-${id}` }) : ''}
${linked(`${path}/edit`, 'Edit', of)}${type === 'baking' || type === 'preparation' ? linked(`${path}/unpublish`, 'Back to drafts', of) : ''}${linked(`${path}/delete`, 'Delete', of)}`;
}

const linked = (href: string, label: string, of: string) =>
  html`<a class="button small quiet" href="${href}">${label}<span class="visually-hidden"> ${of}</span></a>`;

const counted = (label: string, count: number) => (count > 0 ? html`${label} <span>${count}</span>` : label);

export function accountActs(
  { id, following, followingRequested, blocking, followed, followerRequested }: Relationship,
  acts: Acts,
): Html | string {
  if (id === acts.me)
    return html`<div class="acts no-print"><a class="button small quiet" href="/settings">Edit profile</a></div>`;
  const path = `/accounts/${id}`;
  if (blocking) return html`<div class="acts no-print">${press(acts, `${path}/unblock`, 'Unblock')}</div>`;
  const isAsked = following || followingRequested;
  const label = following ? 'Following' : followingRequested ? 'Asked to follow' : 'Follow';
  return html`<div class="acts no-print">${press(acts, `${path}/${isAsked ? 'unfollow' : 'follow'}`, isAsked ? html`${label}<span class="visually-hidden">: take it back</span>` : label, isAsked ? {} : { kind: undefined })}
${followerRequested ? html`${press(acts, `${path}/authorize`, 'Let them follow')}${press(acts, `${path}/reject`, 'Refuse')}` : ''}
${followed ? html`<span class="hint">follows you</span>` : ''}
<details class="more"><summary class="button small quiet">More</summary>${followed ? press(acts, `${path}/drop`, 'Remove from my followers') : ''}${press(acts, `${path}/block`, 'Block', { kind: 'danger' })}</details></div>`;
}
