/** Shows a new follower the newest items of the followed account. */
import { lockFanOuts } from '../../db/sql/events.ts';
import { insertBackfilledEntries, selectEventsToBackfill } from '../../db/sql/timelines.ts';
import { transact } from '../../db/transaction.ts';

const maxEvents = 20;

/** Does nothing unless `followerId` still follows the account. May run twice, and beside a fan-out of the same events. */
export async function backfillHome(followerId: number, followeeId: number): Promise<void> {
  await transact(async (tx) => {
    const events = await selectEventsToBackfill(tx, followerId, null, followeeId, maxEvents);
    if (events.length === 0) return;
    const items = events.map((event) => event.eventable_id);
    await lockFanOuts(tx, items);
    const ids = events.map((event) => event.id);
    await insertBackfilledEntries(tx, followerId, ids, items);
  });
}
