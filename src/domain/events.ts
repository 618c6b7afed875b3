/** Something to tell: recorded in the transaction that did it, then carried into timelines. */
import {
  deleteEvent,
  enlivenEvent,
  insertEvent,
  lockEvent,
  lockFanOuts,
  passEntriesOn,
  reopenFanOut,
} from '../db/sql/events.ts';
import type { Tx } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { wakeRelay } from '../jobs/wake.ts';

export type EventAction = 'create' | 'boost' | 'reply';

export interface Happened {
  action: EventAction;
  accountId: number;
  eventableId: number;
  /** When it was published; back-filled events take their place in time and enter no home timeline. */
  at: Date;
  backfilled: boolean;
}

/** Once per action, account and item. */
export async function recordEvent(
  tx: Tx,
  { action, accountId, eventableId, at, backfilled }: Happened,
): Promise<void> {
  const { name } = jobs.fanOutEvent;
  const [waiting] = await insertEvent(tx, action, accountId, eventableId, at, backfilled, name);
  if (waiting) tx.afterCommit(wakeRelay);
}

/** Its author's server tells followers of it, but a back-fill was quicker: it enters home timelines all the same. */
export async function enliven(
  tx: Tx,
  { action, accountId, eventableId }: Pick<Happened, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  const [event] = await enlivenEvent(tx, action, accountId, eventableId);
  if (event?.pending) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** It happened once more, to the eyes of those who follow only since. */
export async function renewEvent(
  tx: Tx,
  { action, accountId, eventableId }: Pick<Happened, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  const [event] = await reopenFanOut(tx, accountId, eventableId, action);
  if (event) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** Home timelines show the item still where somebody else's event does. */
export async function retractEvent(
  tx: Tx,
  { action, accountId, eventableId }: Pick<Happened, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  await lockEvent(tx, accountId, eventableId, action);
  await lockFanOuts(tx, [eventableId]);
  await passEntriesOn(tx, accountId, eventableId, action);
  await deleteEvent(tx, accountId, eventableId, action);
}
