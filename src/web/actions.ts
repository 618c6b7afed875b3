/** Handles the buttons of items and accounts, then redirects back to the page. */
import { Hono } from 'hono';
import { block, unblock } from '../domain/interactions/block.ts';
import { boost, unboost } from '../domain/interactions/boost.ts';
import { follow, unfollow } from '../domain/interactions/follow.ts';
import { authorizeRequest, rejectRequest, removeFollower } from '../domain/interactions/follow-request.ts';
import { like, unlike } from '../domain/interactions/like.ts';
import { pin, unpin } from '../domain/interactions/pins.ts';
import type { EventableType } from '../domain/items/eventable.ts';
import { publishItem, unpublishItem } from '../domain/items/publication.ts';
import { getEventable } from '../domain/items/read.ts';
import { revokeQuote } from '../domain/statuses/quote-requests.ts';
import { readId } from '../http/ids.ts';
import { notFound } from '../lib/errors.ts';
import { pathOf } from './components/item-link.ts';
import { type NoticeName, setNotice } from './components/notice.ts';
import { memberForm, returnUrl, type SubmittedForm } from './member-page.ts';

type ItemAction = (me: number, item: { id: number; type: EventableType }) => Promise<void>;

const itemActions: Record<string, ItemAction> = {
  like: (me, { id, type }) => like(me, id, { type }),
  unlike: (me, { id, type }) => unlike(me, id, type),
  boost: (me, { id, type }) => boost(me, id, { type }),
  unboost: (me, { id, type }) => unboost(me, id, type),
  pin: (me, { id, type }) => pin(me, type, id),
  unpin: (me, { id, type }) => unpin(me, type, id),
  'revoke-quote': (me, { id }) => revokeQuote(me, id),
  publish: (me, { id, type }) => publishItem(draftOnly(type), me, id, null),
  unpublish: (me, { id, type }) => unpublishItem(draftOnly(type), me, id),
};

const accountActions: Record<string, (me: number, accountId: number) => Promise<void>> = {
  follow,
  unfollow,
  block,
  unblock,
  authorize: authorizeRequest,
  reject: rejectRequest,
  'remove-follower': removeFollower,
};

/** Statuses have no drafts. */
function draftOnly(type: EventableType) {
  if (type === 'status') throw notFound();
  return type;
}

/** Where to go after actions that make the current page disappear. */
const redirects: Record<string, string> = { unpublish: '/drafts', block: '/settings/people' };

/** Confirms actions that no button shows. */
const notices: Record<string, NoticeName> = {
  'revoke-quote': 'quote-removed',
  publish: 'published',
  unpublish: 'unpublished',
  block: 'blocked',
  unblock: 'unblocked',
  authorize: 'follower-accepted',
  reject: 'request-rejected',
  'remove-follower': 'follower-removed',
};

function confirmAction({ c }: SubmittedForm, name: string): void {
  if (notices[name]) setNotice(c, notices[name]);
}

const names = (table: object) => Object.keys(table).join('|');

export const actions = new Hono()
  .post(
    `/items/:id/:action{${names(itemActions)}}`,
    memberForm(async (form) => {
      const { c, me, viewer } = form;
      const item = await getEventable(idOf(form), viewer);
      const name = c.req.param('action')!;
      await itemActions[name]!(me, item);
      confirmAction(form, name);
      if (name === 'publish') return pathOf(await getEventable(item.id, viewer));
      return redirects[name] ?? returnUrl(form, '/home');
    }),
  )
  .post(
    `/accounts/:id/:action{${names(accountActions)}}`,
    memberForm(async (form) => {
      const name = form.c.req.param('action')!;
      await accountActions[name]!(form.me, idOf(form));
      confirmAction(form, name);
      return redirects[name] ?? returnUrl(form, '/home');
    }),
  );

const idOf = ({ c }: SubmittedForm): number => readId(c.req.param('id')!) ?? 0;
