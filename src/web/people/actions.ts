/** Handles the buttons of items and accounts, then redirects back to the page or tells its script the new state. */
import { Hono } from 'hono';
import { type Account, currentIdOf, getAccount } from '../../domain/accounts/account.ts';
import {
  blockDomainOf,
  hideBoosts,
  muteThread,
  showBoosts,
  unblock,
  unblockDomainOf,
  unmute,
  unmuteThread,
} from '../../domain/interactions/block.ts';
import {
  authorizeRequest,
  follow,
  getRelationship,
  type Relationship,
  rejectRequest,
  removeFollower,
  unfollow,
} from '../../domain/interactions/follow.ts';
import { boost, like, listPinnedIds, pin, unboost, unlike, unpin } from '../../domain/interactions/on-item.ts';
import type { EventableType } from '../../domain/items/eventable.ts';
import { publishItem, unpublishItem } from '../../domain/items/publish.ts';
import { getEventable } from '../../domain/items/read.ts';
import { revokeQuote } from '../../domain/statuses/quotes.ts';
import { idInPath } from '../../http/pagination.ts';
import { oneOf } from '../../http/schema.ts';
import { notFound } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { addressOf, nameOf } from '../components/account.tsx';
import {
  boostToggle,
  followToggle,
  likeToggle,
  pathOf,
  pinToggle,
  type Toggle,
  titleOf,
} from '../components/actions.tsx';
import { type NoticeName, setNotice } from '../components/page-handler.tsx';
import { inPlaceOr, isInPlace } from '../forms/answers.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { memberForm, returnUrl, type SubmittedForm } from '../forms/member-page.ts';

type ItemAction = (me: number, item: { id: number; type: EventableType }) => Promise<void>;

const itemActions: Record<string, ItemAction> = {
  like: (me, { id, type }) => like(me, id, { type }),
  unlike: (me, { id, type }) => unlike(me, id, type),
  boost: (me, { id, type }) => boost(me, id, { type }),
  unboost: (me, { id, type }) => unboost(me, id, type),
  pin: (me, { id, type }) => pin(me, type, id),
  unpin: (me, { id, type }) => unpin(me, type, id),
  'mute-thread': (me, { id, type }) => muteThread(me, type, id),
  'unmute-thread': (me, { id, type }) => unmuteThread(me, type, id),
  'revoke-quote': (me, { id }) => revokeQuote(me, id),
  publish: (me, { id, type }) => publishItem(draftOnly(type), me, id, null),
  unpublish: (me, { id, type }) => unpublishItem(draftOnly(type), me, id),
};

const accountActions: Record<string, (me: number, accountId: number) => Promise<void>> = {
  follow,
  unfollow,
  unblock,
  authorize: authorizeRequest,
  reject: rejectRequest,
  'remove-follower': removeFollower,
  unmute,
  'hide-boosts': hideBoosts,
  'show-boosts': showBoosts,
  'block-server': blockDomainOf,
  'unblock-server': unblockDomainOf,
};

/** Statuses have no drafts. */
function draftOnly(type: EventableType) {
  if (type === 'status') throw notFound();
  return type;
}

/** Asked first, because no other action brings it back. */
const questions: Record<string, (account: Account) => { action: string; consequence: string } | null> = {
  reject: () => ({ action: t('people.reject'), consequence: t('ask.request') }),
  'remove-follower': () => ({ action: t('actions.remove-follower'), consequence: t('ask.follower') }),
  'block-server': ({ host }) =>
    host === '' ? null : { action: t('mutes.block-server', { host }), consequence: t('mutes.blocked-servers-hint') },
};

async function askAboutAccount(form: SubmittedForm, name: string, id: number) {
  const ask = questions[name];
  if (!ask) return null;
  const account = await getAccount(id);
  const text = ask(account);
  return text && askFirst(form, { ...text, about: addressOf(account), back: returnUrl(form, '/home') });
}

/** Where to go after actions that make the current page disappear. */
const redirects: Record<string, string> = { unpublish: '/drafts' };

/** Confirms actions that no button shows. */
const notices: Record<string, NoticeName> = {
  'revoke-quote': 'quote-removed',
  publish: 'published',
  unpublish: 'unpublished',
  unblock: 'unblocked',
  authorize: 'follower-accepted',
  reject: 'request-rejected',
  'remove-follower': 'follower-removed',
  unmute: 'unmuted',
  pin: 'pinned',
  unpin: 'unpinned',
  'hide-boosts': 'boosts-hidden',
  'show-boosts': 'boosts-shown',
  'mute-thread': 'thread-muted',
  'unmute-thread': 'thread-unmuted',
  'block-server': 'server-blocked',
  'unblock-server': 'server-unblocked',
};

function confirmAction({ c }: SubmittedForm, name: string): void {
  // The script announces what it did itself.
  if (notices[name] && !isInPlace(c)) setNotice(c, notices[name]);
}

export const actions = new Hono()
  .post(
    `/items/:id/:action${oneOf(Object.keys(itemActions))}`,
    memberForm(async (form) => {
      const { c, me, viewer } = form;
      const item = await getEventable(idInPath(form.c), viewer);
      const name = c.req.param('action')!;
      const text = { action: t('actions.remove-quote'), about: titleOf(item), back: returnUrl(form, '/home') };
      const question = name === 'revoke-quote' ? askFirst(form, text) : null;
      if (question) return question;
      await itemActions[name]!(me, item);
      confirmAction(form, name);
      if (name === 'publish') return pathOf(await getEventable(item.id, viewer));
      return inPlaceOr(c, redirects[name] ?? returnUrl(form, '/home'), () => itemAnswer(form, item.id, name));
    }),
  )
  .post(
    `/accounts/:id/:action${oneOf(Object.keys(accountActions))}`,
    memberForm(async (form) => {
      const name = form.c.req.param('action')!;
      const id = await currentIdOf(idInPath(form.c));
      const question = await askAboutAccount(form, name, id);
      if (question) return question;
      await accountActions[name]!(form.me, id);
      confirmAction(form, name);
      return inPlaceOr(form.c, redirects[name] ?? returnUrl(form, '/home'), () => accountAnswer(form, id, name));
    }),
  );

/** What the script announces. Other actions change the whole page. */
const messages: Record<string, MessageKey> = {
  like: 'actions.liked',
  unlike: 'actions.unliked',
  boost: 'actions.boosted',
  unboost: 'actions.unboosted',
  pin: 'actions.pinned',
  unpin: 'actions.unpinned',
};

async function itemAnswer({ me, viewer }: SubmittedForm, id: number, name: string) {
  const item = await getEventable(id, viewer);
  const title = titleOf(item);
  const toggles: Toggle[] = [likeToggle(item, title), boostToggle(item, title)];
  if (item.account.id === me) toggles.push(pinToggle(id, (await listPinnedIds(me)).includes(id), title));
  const message = messages[name];
  return { message: message ? t(message) : '', toggles };
}

async function accountAnswer({ me }: SubmittedForm, id: number, name: string) {
  const [account, relationship] = await Promise.all([getAccount(id), getRelationship(me, id)]);
  const notice = notices[name];
  const message = notice ? t(`notices.${notice}`) : followMessage(nameOf(account), relationship);
  return { message, toggles: [followToggle(relationship)] };
}

function followMessage(name: string, { following, followingRequested }: Relationship) {
  if (following) return t('actions.now-following', { name });
  return t(followingRequested ? 'actions.now-requested' : 'actions.now-not-following', { name });
}
