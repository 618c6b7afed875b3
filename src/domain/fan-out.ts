/** Carries events into home timelines, by set-based statements. */
import {
  beginFanOut,
  endFanOuts,
  type Fanning,
  fanOutBatch,
  fanOutTogether,
  lockFanOuts,
  settleSmallFanOuts,
} from '../db/sql/events.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { failpoint } from '../lib/failpoint.ts';

const fewFollowers = 500;
const batchSize = 10_000;

/** Many events of authors with few followers, in one transaction; the others are left as they are. Answers which are done. */
export async function fanOutSmall(eventIds: number[]): Promise<Set<number>> {
  return transact(async (tx) => {
    const events = await settleSmallFanOuts(tx, eventIds, fewFollowers);
    if (events.length === 0) return new Set();
    const ids = events.map((event) => event.id);
    const items = events.map((event) => event.eventable_id);
    await lockFanOuts(tx, items);
    await fanOutTogether(
      tx,
      ids,
      events.map((event) => event.account_id),
      items,
    );
    failpoint('fan_out_together');
    return new Set(events.map((event) => event.asked_id));
  });
}

/** Done again from the start after a crash: what is written already stays. Nothing happens when the event is gone. */
export async function fanOut(eventId: number): Promise<void> {
  const [event] = await beginFanOut(db, eventId);
  if (!event) return;
  failpoint('fan_out_begun');

  let above: number | null = 0;
  while (above !== null) {
    above = await writeBatch(event, above);
    failpoint('fan_out_batch');
  }
  await endFanOuts(db, [event.id]);
}

async function writeBatch(event: Fanning, above: number): Promise<number | null> {
  return transact(async (tx) => {
    await lockFanOuts(tx, [event.eventable_id]);
    const [batch] = await fanOutBatch(tx, event.id, event.account_id, above, batchSize, event.eventable_id);
    return batch?.last ?? null;
  });
}
