/** Like and unlike, by accounts of ours and of other servers. */
import { randomUUID } from 'node:crypto';
import type { Standing } from '../db/sql/eventables.ts';
import {
  deleteLike,
  insertLike,
  insertReaction,
  keepWithoutLike,
  keepWithoutReaction,
  selectLike,
  selectReaction,
} from '../db/sql/likes.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { getAccount, isLocal } from './accounts/account.ts';
import type { EventableType } from './eventables/eventable.ts';
import { getStanding } from './eventables/own.ts';
import { notify, withdraw } from './notifications.ts';
import { bury, isOver } from './tombstones.ts';

export interface Liking {
  /** What the item must be. */
  type?: EventableType;
  /** Of the Like; minted here for our own. */
  iri?: string;
  /** It came as an EmojiReact, which is undone apart from a Like. */
  reaction?: boolean;
}

/** Liking again changes nothing. Throws not_found, and validation_failed for a draft. */
export async function like(accountId: number, eventableId: number, liking: Liking = {}): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    if (liking.iri && (await isOver(tx, liking.iri, accountId))) return;
    const item = await getStanding(tx, accountId, eventableId, liking.type);
    if (item.publication === 'draft') throw invalid('base', 'a draft cannot be liked');

    const iri = liking.iri ?? iris.activity(accountId, randomUUID());
    const insert = liking.reaction ? insertReaction : insertLike;
    const [won] = await insert(tx, accountId, eventableId, iri);
    if (!won) return;

    await notify(tx, { type: 'like', accountId: item.account_id, actorId: accountId, eventableId });
    if (isLocal(account) && isElsewhere(item)) {
      await enqueue(tx, jobs.sendActivity, { verb: 'Like', activity: iri, likeId: won.id });
    }
  });
}

/** Nothing happens when there is no like. */
export async function unlike(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const item = await getStanding(tx, accountId, eventableId, type);
    const gone = await takeBack(tx, accountId, eventableId);
    if (!gone?.iri || !item.iri || !isElsewhere(item)) return;

    await bury(tx, gone.iri, account.iri!, 'Like');
    await enqueue(tx, jobs.sendActivity, {
      verb: 'UndoLike',
      activity: iris.activity(accountId, randomUUID()),
      accountId,
      likeIri: gone.iri,
      objectIri: item.iri,
      authorId: item.account_id,
    });
  });
}

/**
 * Undo of a Like by its IRI, else by the item it names; one that never came will have no effect. Who also sent an
 * EmojiReact likes it until both are undone.
 */
export async function undoLike(
  iri: string,
  accountId: number,
  objectIri: string | null,
  { reaction = false }: { reaction?: boolean } = {},
): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    if (await isOver(tx, iri, accountId)) return;
    const select = reaction ? selectReaction : selectLike;
    const [liked] = await select(tx, iri, accountId, objectIri);
    if (liked && liked.account_id !== accountId) return;
    await bury(tx, iri, account.iri!, 'Like');
    if (!liked) return;
    const keep = reaction ? keepWithoutReaction : keepWithoutLike;
    const [kept] = await keep(tx, accountId, liked.eventable_id);
    if (!kept) await takeBack(tx, accountId, liked.eventable_id);
  });
}

async function takeBack(
  tx: Tx,
  accountId: number,
  eventableId: number,
): Promise<{ iri: string | null } | null> {
  const [gone] = await deleteLike(tx, accountId, eventableId);
  if (gone) await withdraw(tx, { type: 'like', actorId: accountId, eventableId });
  return gone ?? null;
}

const isElsewhere = ({ author_host }: Standing) => author_host !== '';
