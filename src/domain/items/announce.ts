/** Shows written items to others: in timelines, and on remote servers. */
import { inBatches } from '../../db/batch.ts';
import { cancelDeliveries, hideActivities } from '../../db/sql/deliveries.ts';
import {
  deleteEvent,
  insertEvent,
  lockEvent,
  lockFanOuts,
  reopenFanOut,
  replaceEntries,
  setEventLive,
} from '../../db/sql/events.ts';
import type { ItemHeader } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';
import type { EventAction, Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, factPayload, recordFact, wakeRelay } from '../../jobs/enqueue.ts';
import type { NewFact } from '../../jobs/fact.ts';

// Records timeline events in the transaction that causes them; jobs fan them out to home timelines

interface EventKey {
  action: EventAction;
  accountId: number;
  eventableId: number;
}

interface NewEvent extends EventKey {
  /** Publication time. Back-filled events are sorted by it and enter no home timeline. */
  at: Date;
  backfilled: boolean;
  /** Recorded with it. */
  fact?: NewFact | null;
}

/** Records an event at most once per action, account and item. */
export async function recordEvent(
  tx: Tx,
  { action, accountId, eventableId, at, backfilled, fact = null }: NewEvent,
): Promise<void> {
  const event = [action, accountId, eventableId, at, backfilled, jobs.fanOutEvent.name] as const;
  const [pending] = await insertEvent(tx, ...event, fact && jobs.sendActivity.name, fact && factPayload(fact));
  if (pending || fact) tx.afterCommit(wakeRelay);
}

/** Turns a back-filled event into a live one when its author's server delivers it after all. */
export async function promoteBackfilledEvent(tx: Tx, { action, accountId, eventableId }: EventKey): Promise<void> {
  const [event] = await setEventLive(tx, action, accountId, eventableId);
  if (event?.pending) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** Fans out a repeated boost again, for accounts that started to follow in the meantime. */
export async function fanOutBoostAgain(tx: Tx, accountId: number, eventableId: number): Promise<void> {
  const [event] = await reopenFanOut(tx, accountId, eventableId, 'boost');
  if (event) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** So many rows change at once with what a member does. Those beyond are left to a job. */
export const maxReferences = 1_000;

/** Deletes the event of a boost. Home timelines keep the item if another event still shows it to them. */
export async function retractBoost(tx: Tx, accountId: number, eventableId: number): Promise<void> {
  await lockEvent(tx, accountId, eventableId, 'boost');
  await lockFanOuts(tx, [eventableId]);
  const eventId = await deleteEvent(tx, accountId, eventableId, 'boost');
  if (eventId === null) return;
  const [done] = await replaceEntries(tx, eventId, eventableId, maxReferences);
  if (done!.replaced === maxReferences) await enqueue(tx, jobs.replaceHomeEntries, { eventId, eventableId });
}

/**
 * Replaces the entries of a deleted event in home timelines, until `until` (of `performance.now`). Returns whether it
 * is done.
 */
export const replaceHomeEntries = (eventId: number, eventableId: number, until?: number): Promise<boolean> =>
  inBatches({ max: maxReferences, until }, async (tx, size) => {
    await lockFanOuts(tx, [eventableId]);
    return (await replaceEntries(tx, eventId, eventableId, size))[0]!.replaced;
  });

// Announces local items to remote servers

const audienceRank: Record<Visibility, number> = { direct: 0, private: 1, unlisted: 2, public: 2 };

/**
 * `item` is the state before the change. Servers that may no longer see the item receive a Delete. Most servers then
 * refuse that IRI for good, even if the item becomes more visible later.
 */
export async function announceChange(
  tx: Tx,
  item: ItemHeader,
  visibility: Visibility = item.visibility,
  hasPendingMentions?: boolean,
): Promise<void> {
  if (item.publication === 'draft') return;
  const { id: eventableId } = item;
  const unpublished = await cancelStaleDeliveries(tx, item, visibility);
  await recordFact(tx, { fact: 'item.updated', eventableId, hasPendingMentions });
  // Most servers ignore an update of an object they never received.
  if (unpublished || (item.visibility === 'direct' && visibility !== 'direct')) {
    await recordFact(tx, { fact: 'item.published', eventableId, hasPendingMentions });
  }
  if (audienceRank[visibility] >= audienceRank[item.visibility]) return;
  if (item.iri !== null) await hideActivities(tx, item.account_id, item.iri);
  await recordFact(tx, { fact: 'item.restricted', eventableId, visibility: item.visibility });
}

/**
 * Cancels pending deliveries that would reveal or delete the item against its new visibility. Returns whether its
 * publication was among them.
 */
async function cancelStaleDeliveries(tx: Tx, item: ItemHeader, visibility: Visibility): Promise<boolean> {
  const change = audienceRank[visibility] - audienceRank[item.visibility];
  if (change === 0 || item.iri === null) return false;
  return cancelDeliveries(tx, item.account_id, item.iri, change < 0 ? 'item' : 'deletion');
}
