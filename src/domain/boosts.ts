/** Boost and unboost, by accounts of ours and of other servers. */
import { randomUUID } from 'node:crypto';
import type { Standing } from '../db/sql/eventables.ts';
import {
  deleteBoost,
  insertBoost,
  rebaseBoost,
  selectBoostByIri,
  selectBoostIri,
} from '../db/sql/relations.ts';
import { lockSayings } from '../db/sql/repetitions.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { type Account, getAccount, isLocal } from './accounts/account.ts';
import { getAuthor } from './accounts/author.ts';
import { adoptBoost } from './adopt-boost.ts';
import type { EventableType } from './eventables/eventable.ts';
import { getStanding } from './eventables/own.ts';
import { recordEvent, renewEvent, retractEvent } from './events.ts';
import { notify, withdraw } from './notifications.ts';
import { type Deed, nextSaying, restate } from './repetitions.ts';
import { bury, isOver } from './tombstones.ts';
import { beginUndo } from './undo.ts';

export interface Announced {
  /** What the item must be. */
  type?: EventableType;
  /** Of the Announce; minted here for our own. */
  iri?: string;
  at?: Date;
  backfilled?: boolean;
}

/** Boosting again changes nothing. Throws not_found, and forbidden for private items of somebody else. */
export async function boost(
  accountId: number,
  eventableId: number,
  announced: Announced = {},
): Promise<void> {
  const { iri, type, at = new Date(), backfilled = false } = announced;
  if (iri && !type && !backfilled && (await adoptBoost({ accountId, eventableId, iri, at }))) return;

  await transact(async (tx) => {
    const [account, over] = await Promise.all([
      getAuthor(accountId, tx),
      iri ? isOver(tx, iri, accountId) : false,
    ]);
    if (over) return;
    const item = await getStanding(tx, accountId, eventableId, type);
    checkBoostable(item, accountId);

    const activity = iri ?? iris.activity(accountId, randomUUID());
    const visibility = item.visibility === 'private' ? 'private' : 'public';
    let [won] = await insertBoost(tx, accountId, eventableId, activity, visibility, at);
    if (!won && iri) {
      await lockSayings(tx, accountId);
      // What stood in its way may have been undone.
      [won] = await insertBoost(tx, accountId, eventableId, iri, visibility, at);
      const [standing] = won ? [] : await selectBoostIri(tx, accountId, eventableId);
      if (standing) await restate(tx, deedOf(accountId, eventableId), iri, standing.iri);
    }
    if (!won) return;

    const notice = { type: 'boost', accountId: item.account_id, actorId: accountId, eventableId } as const;
    await Promise.all([
      recordEvent(tx, { action: 'boost', accountId, eventableId, at, backfilled }),
      ...(backfilled ? [] : [notify(tx, notice)]),
    ]);
    if (isLocal(account)) {
      await enqueue(tx, jobs.sendActivity, { verb: 'Announce', activity, boostId: won.id });
    }
  });
}

/** Nothing happens when there is no boost. */
export async function unboost(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    await retract(tx, account, await getStanding(tx, accountId, eventableId, type));
  });
}

/** Undo of an Announce by its IRI; one that never came will have no effect, and another of the same item goes on. */
export async function undoBoost(iri: string, accountId: number): Promise<void> {
  await transact(async (tx) => {
    const begun = await beginUndo(tx, {
      ...{ iri, accountId, type: 'Announce' },
      find: () => selectBoostByIri(tx, iri),
      doneBy: ({ account_id }) => account_id,
    });
    if (!begun?.known) return;

    const { eventable_id: eventableId } = begun.known;
    const next = await nextSaying(tx, deedOf(accountId, eventableId));
    if (!next) return retract(tx, begun.account, { id: eventableId });
    await rebaseBoost(tx, accountId, eventableId, next);
    await renewEvent(tx, { action: 'boost', accountId, eventableId });
  });
}

const deedOf = (accountId: number, eventableId: number): Deed => ({
  ...{ type: 'Announce', accountId, eventableId },
});

async function retract(tx: Tx, account: Account, item: { id: number } | Standing): Promise<void> {
  const [gone] = await deleteBoost(tx, account.id, item.id);
  if (!gone) return;
  await retractEvent(tx, { action: 'boost', accountId: account.id, eventableId: item.id });
  await withdraw(tx, { type: 'boost', actorId: account.id, eventableId: item.id });
  if (!isLocal(account) || !gone.iri || !('iri' in item) || !item.iri) return;

  await bury(tx, gone.iri, account.iri!, 'Announce');
  await enqueue(tx, jobs.sendActivity, {
    verb: 'UndoAnnounce',
    activity: iris.activity(account.id, randomUUID()),
    accountId: account.id,
    announceIri: gone.iri,
    objectIri: item.iri,
    authorId: item.account_id,
    visibility: gone.visibility,
  });
}

function checkBoostable(item: Standing, accountId: number): void {
  if (item.publication === 'draft') throw invalid('base', 'a draft cannot be boosted');
  const own = item.account_id === accountId;
  if (item.visibility === 'direct' || (item.visibility === 'private' && !own)) {
    throw new DomainError('forbidden', 'this is not for others to see');
  }
}
