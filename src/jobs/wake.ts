/** Tells the relay, in whatever process it runs, that there is something to carry. */
import { notifyOutbox } from '../db/sql/outbox.ts';
import { db } from '../db/statement.ts';
import { batched } from '../lib/batch.ts';

/** NOTIFY serialises commits, so it is sent after them, and many calls share one. */
const notify = batched(async (calls: undefined[]) => {
  await notifyOutbox(db);
  return calls;
});

/** A call that is lost costs a second: the relay also looks by itself. */
export function wakeRelay(): void {
  notify(undefined).catch(() => {});
}
