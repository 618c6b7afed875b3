/** Fans events out to home timelines with set-based statements. */
import {
  beginFanOut,
  endFanOuts,
  type FanOutRow,
  fanOutBatch,
  fanOutEvents,
  finishSmallFanOuts,
  lockFanOuts,
} from '../../db/sql/events.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { failpoint } from '../../lib/failpoint.ts';

const maxFollowersOfSmall = 500;
const batchSize = 10_000;

/** Fans out the events of authors with few followers in one transaction. Returns the ids of these events. */
export async function fanOutSmallEvents(eventIds: number[]): Promise<Set<number>> {
  return transact(async (tx) => {
    const events = await finishSmallFanOuts(tx, eventIds, maxFollowersOfSmall);
    if (events.length === 0) return new Set();
    const ids = events.map((event) => event.id);
    const items = events.map((event) => event.eventable_id);
    await lockFanOuts(tx, items);
    await fanOutEvents(
      tx,
      ids,
      events.map((event) => event.account_id),
      items,
    );
    failpoint('fan_out_small');
    return new Set(events.map((event) => event.requested_id));
  });
}

/** Idempotent: after a crash it starts again and skips existing entries. Does nothing if the event was deleted. */
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

async function writeBatch(event: FanOutRow, above: number): Promise<number | null> {
  return transact(async (tx) => {
    await lockFanOuts(tx, [event.eventable_id]);
    const [batch] = await fanOutBatch(tx, event.id, event.account_id, above, batchSize, event.eventable_id);
    return batch?.last ?? null;
  });
}
