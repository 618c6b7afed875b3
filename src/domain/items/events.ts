/** Records timeline events in the transaction that causes them; jobs fan them out to home timelines. */
import {
  deleteEvent,
  insertEvent,
  lockEvent,
  lockFanOuts,
  reopenFanOut,
  replaceEntries,
  setEventLive,
} from '../../db/sql/events.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, wakeRelay } from '../../jobs/enqueue.ts';

export type EventAction = 'create' | 'boost' | 'reply';

export interface NewEvent {
  action: EventAction;
  accountId: number;
  eventableId: number;
  /** Publication time. Back-filled events are sorted by it and enter no home timeline. */
  at: Date;
  backfilled: boolean;
}

/** Records an event at most once per action, account and item. */
export async function recordEvent(
  tx: Tx,
  { action, accountId, eventableId, at, backfilled }: NewEvent,
): Promise<void> {
  const { name } = jobs.fanOutEvent;
  const [pending] = await insertEvent(tx, action, accountId, eventableId, at, backfilled, name);
  if (pending) tx.afterCommit(wakeRelay);
}

/** Turns a back-filled event into a live one when its author's server delivers it after all. */
export async function promoteBackfilledEvent(
  tx: Tx,
  { action, accountId, eventableId }: Pick<NewEvent, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  const [event] = await setEventLive(tx, action, accountId, eventableId);
  if (event?.pending) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** Fans out a repeated event again, for accounts that started to follow in the meantime. */
export async function fanOutEventAgain(
  tx: Tx,
  { action, accountId, eventableId }: Pick<NewEvent, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  const [event] = await reopenFanOut(tx, accountId, eventableId, action);
  if (event) await enqueue(tx, jobs.fanOutEvent, { eventId: event.id });
}

/** Deletes an event. Home timelines keep the item if another event still shows it to them. */
export async function retractEvent(
  tx: Tx,
  { action, accountId, eventableId }: Pick<NewEvent, 'action' | 'accountId' | 'eventableId'>,
): Promise<void> {
  await lockEvent(tx, accountId, eventableId, action);
  await lockFanOuts(tx, [eventableId]);
  await replaceEntries(tx, accountId, eventableId, action);
  await deleteEvent(tx, accountId, eventableId, action);
}
