/** Carries an event into home timelines, in batches, each one set-based statement. */
import { beginFanOut, endFanOut, fanOutBatch } from '../db/sql/events.ts';
import { db } from '../db/statement.ts';
import { failpoint } from '../lib/failpoint.ts';

const batchSize = 10_000;

/** Done again from the start after a crash: what is written already stays. Nothing happens when the event is gone. */
export async function fanOut(eventId: number): Promise<void> {
  const [event] = await beginFanOut(db, eventId);
  if (!event) return;
  failpoint('fan_out_begun');

  let above: number | null = 0;
  while (above !== null) {
    const [batch]: { last: number | null }[] = await fanOutBatch(
      db,
      event.id,
      event.account_id,
      above,
      batchSize,
      event.eventable_id,
    );
    above = batch?.last ?? null;
    failpoint('fan_out_batch');
  }
  await endFanOut(db, event.id);
}
