/** The buttons under items and beside accounts: each is one operation, and back to where one was. */
import { Hono } from 'hono';
import { block, unblock } from '../../domain/blocks.ts';
import { boost, unboost } from '../../domain/boosts.ts';
import { publishCooked, unpublishCooked } from '../../domain/cooked/publish.ts';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { getEventable } from '../../domain/eventables/read.ts';
import { authorizeRequest, rejectRequest, removeFollower } from '../../domain/follow-requests.ts';
import { follow, unfollow } from '../../domain/follows.ts';
import { like, unlike } from '../../domain/likes.ts';
import { pin, unpin } from '../../domain/pins.ts';
import { notFound } from '../../lib/errors.ts';
import { readId } from '../ids.ts';
import { backTo, memberForm, type Sent } from './member.ts';

type OnItem = (me: number, item: { id: number; type: EventableType }) => Promise<void>;

const onItem: Record<string, OnItem> = {
  like: (me, { id, type }) => like(me, id, { type }),
  unlike: (me, { id, type }) => unlike(me, id, type),
  boost: (me, { id, type }) => boost(me, id, { type }),
  unboost: (me, { id, type }) => unboost(me, id, type),
  pin: (me, { id, type }) => pin(me, type, id),
  unpin: (me, { id, type }) => unpin(me, type, id),
  publish: (me, { id, type }) => publishCooked(cookedOnly(type), me, id, null),
  unpublish: (me, { id, type }) => unpublishCooked(cookedOnly(type), me, id),
};

const onAccount: Record<string, (me: number, accountId: number) => Promise<void>> = {
  follow,
  unfollow,
  block,
  unblock,
  authorize: authorizeRequest,
  reject: rejectRequest,
  drop: removeFollower,
};

function cookedOnly(type: EventableType) {
  if (type !== 'baking' && type !== 'preparation') throw notFound();
  return type;
}

/** After some there is nothing more to see where one was. */
const elsewhere: Record<string, string> = { unpublish: '/drafts', block: '/settings/people' };

const names = (table: object) => Object.keys(table).join('|');

export const act = new Hono()
  .post(
    `/items/:id/:act{${names(onItem)}}`,
    memberForm(async (sent) => {
      const { c, me, viewer } = sent;
      const item = await getEventable(idOf(sent), viewer);
      const name = c.req.param('act')!;
      await onItem[name]!(me, item);
      return elsewhere[name] ?? backTo(sent, '/home');
    }),
  )
  .post(
    `/accounts/:id/:act{${names(onAccount)}}`,
    memberForm(async (sent) => {
      const name = sent.c.req.param('act')!;
      await onAccount[name]!(sent.me, idOf(sent));
      return elsewhere[name] ?? backTo(sent, '/home');
    }),
  );

const idOf = ({ c }: Sent): number => readId(c.req.param('id')!) ?? 0;
