/** Undoes activities, many at a time, and ends the interactions that rested on them alone. */
import { batchedWithRetry } from '../../db/batch.ts';
import {
  endSourcesInPlace,
  lockLedger,
  lockPairs,
  type SourceType,
  type Subject,
  selectSources,
  selectUndone,
  selectUnsupported,
  undoSources,
} from '../../db/sql/ledger.ts';
import { db, type Executor, toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import { actorIdOf } from '../../lib/iris.ts';
import { kinds } from './kinds.ts';

/** An activity that is to be undone, with as much of it as the Undo tells. */
export interface Undone extends Subject {
  iri: string;
  type: SourceType | null;
  /** When its Undo was sent. */
  sentAt: Date;
}

/**
 * Undoes the activity, received or not, unless it was sent again after the Undo. The interaction ends once none of its
 * activities is left. If the IRI is unknown, the interaction that the Undo describes ends, until the activity is received
 * after all.
 */
export const undoSource = batchedWithRetry(async (tx, undone: Undone[]) => {
  await undoAll(tx, undone);
  return undone;
});

/** When a local account undid an activity, and what that was; null for any other IRI. */
export async function findUndone(iri: string): Promise<{ type: SourceType | null; at: Date } | null> {
  const actorId = actorIdOf(iri);
  const [undone] = actorId === null ? [] : await selectUndone(db, actorId, iri);
  return undone ? { type: undone.type, at: undone.undone_at } : null;
}

/** Whether the account undid the activity, received or not, at or after `sentAt`. */
export async function isUndone(
  accountId: number,
  iri: string,
  sentAt: Date,
  on: Executor = db,
): Promise<boolean> {
  return (await selectUndone(on, accountId, iri)).some(({ undone_at }) => undone_at >= sentAt);
}

/** Whether an activity of the account under this IRI began something. */
export async function hasSource(accountId: number, iri: string): Promise<boolean> {
  return (await selectSources(db, [accountId], [iri])).some(({ type }) => type !== null);
}

async function undoAll(tx: Tx, all: Undone[]): Promise<void> {
  const accountIds = all.map(({ accountId }) => accountId);
  const [, rows] = await Promise.all([
    lockLedger(
      tx,
      accountIds,
      accountIds.map(() => null),
    ),
    undoSources(tx, toGiven(all)),
  ]);
  const described = rows.flatMap(({ again, unknown, type, ...row }) => {
    if (again || type === null || (row.target_id === null && row.eventable_id === null)) return [];
    const subject = { accountId: row.account_id, targetId: row.target_id, eventableId: row.eventable_id };
    return [{ ...subject, iri: row.iri, type, sentAt: row.undone_at, unknown }];
  });
  const unknown = described.filter((each) => each.unknown);
  if (unknown.length > 0) await endSourcesInPlace(tx, toGiven(unknown));

  const pairs = described.filter(({ targetId }) => targetId !== null);
  if (pairs.length > 0) {
    await lockPairs(
      tx,
      pairs.map(({ accountId }) => accountId),
      pairs.map(({ targetId }) => targetId!),
    );
  }
  for (const [kind, ended] of Map.groupBy(described, ({ type }) => kinds[type])) {
    const unsupported = await selectUnsupported(tx, toGiven(ended), kind.types);
    const places = new Set(unsupported.map(({ place }) => place));
    const over = ended.filter((_, place) => places.has(place));
    if (over.length > 0) await kind.end(tx, over);
    const resting = ended.filter((each, place) => !places.has(place) && !each.unknown);
    if (resting.length > 0) await kind.continue?.(tx, resting);
  }
}

const toGiven = (all: Undone[]) =>
  toJson(
    all.map(({ accountId, iri, type, targetId, eventableId, sentAt }, place) => ({
      ...{ place, account_id: accountId, iri, type, target_id: targetId, eventable_id: eventableId },
      sent_at: sentAt,
    })),
  );
