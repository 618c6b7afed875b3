/** Wakes the relay, in whichever process it runs. */
import { notifyOutbox } from '../db/sql/jobs.ts';
import { db } from '../db/statement.ts';
import { batched } from '../lib/batch.ts';

/** NOTIFY serialises commits, so it is sent after the commit and shared by concurrent calls. */
const notify = batched(async (calls: undefined[]) => {
  await notifyOutbox(db);
  return calls;
});

/** A lost notification delays jobs by one second, because the relay also polls. */
export function wakeRelay(): void {
  notify(undefined).catch(() => {});
}
