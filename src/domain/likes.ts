/** Like and unlike, by accounts of ours and of other servers. */
import { randomUUID } from 'node:crypto';
import type { Standing } from '../db/sql/eventables.ts';
import {
  deleteLike,
  insertLike,
  insertReaction,
  keepWithoutLike,
  keepWithoutReaction,
  rebaseLike,
  rebaseReaction,
  selectLike,
  selectReaction,
  selectSayings,
} from '../db/sql/likes.ts';
import { lockSayings } from '../db/sql/repetitions.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { type Account, getAccount, isLocal } from './accounts/account.ts';
import type { EventableType } from './eventables/eventable.ts';
import { getStanding } from './eventables/own.ts';
import { notify, withdraw } from './notifications.ts';
import {
  type Deed,
  forgetRestated,
  listSaidToo,
  listSayings,
  nextSaying,
  rememberEnded,
  restate,
} from './repetitions.ts';
import { bury } from './tombstones.ts';
import { beginUndo } from './undo.ts';

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
    const deed = deedOf(accountId, eventableId, liking.reaction);
    for (const iri of await listSayings(tx, deed, liking.iri))
      await begin(tx, account, eventableId, { ...liking, iri });
  });
}

async function begin(tx: Tx, account: Account, eventableId: number, liking: Liking): Promise<void> {
  const item = await getStanding(tx, account.id, eventableId, liking.type);
  if (item.publication === 'draft') throw invalid('base', 'a draft cannot be liked');

  const iri = liking.iri ?? iris.activity(account.id, randomUUID());
  const insert = liking.reaction ? insertReaction : insertLike;
  let [won] = await insert(tx, account.id, eventableId, iri);
  if (!won && liking.iri) {
    await lockSayings(tx, account.id);
    // What stood in its way may have been undone.
    [won] = await insert(tx, account.id, eventableId, iri);
    if (!won) await sayAgain(tx, account.id, eventableId, iri, liking.reaction);
  }
  if (!won) return;

  await notify(tx, { type: 'like', accountId: item.account_id, actorId: account.id, eventableId });
  if (isLocal(account) && isElsewhere(item)) {
    await enqueue(tx, jobs.sendActivity, { verb: 'Like', activity: iri, likeId: won.id });
  }
}

async function sayAgain(
  tx: Tx,
  accountId: number,
  eventableId: number,
  iri: string,
  reaction = false,
): Promise<void> {
  const [said] = await selectSayings(tx, accountId, eventableId);
  const standing = reaction ? said?.reaction_iri : said?.iri;
  if (standing) await restate(tx, deedOf(accountId, eventableId, reaction), iri, standing);
}

const deedOf = (accountId: number, eventableId: number, reaction = false): Deed => ({
  ...{ type: reaction ? 'EmojiReact' : 'Like', accountId, eventableId },
});

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
 * EmojiReact, or said it more than once, likes it until all are undone.
 */
export async function undoLike(
  iri: string,
  accountId: number,
  objectIri: string | null,
  { reaction = false }: { reaction?: boolean } = {},
): Promise<void> {
  await transact(async (tx) => {
    const begun = await beginUndo(tx, {
      ...{ iri, accountId, type: 'Like' },
      find: () => (reaction ? selectReaction : selectLike)(tx, iri, accountId, objectIri),
      doneBy: ({ account_id }) => account_id,
    });
    if (!begun?.known) return;

    const { known: liked } = begun;
    const deed = deedOf(accountId, liked.eventable_id, reaction);
    const isNamed = liked.said === iri;
    const next = isNamed ? await nextSaying(tx, deed) : null;
    if (next) {
      await (reaction ? rebaseReaction : rebaseLike)(tx, accountId, liked.eventable_id, next);
      return;
    }
    const saidToo = isNamed ? [] : await listSaidToo(tx, deed);
    await forgetRestated(tx, deed);
    const keep = reaction ? keepWithoutReaction : keepWithoutLike;
    const [kept] = await keep(tx, accountId, liked.eventable_id);
    if (!kept) await takeBack(tx, accountId, liked.eventable_id);
    if (!isNamed) await rememberEnded(tx, deed, [liked.said, ...saidToo], iri);
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
