/** Finds dispatched jobs that the queue has lost and dispatches them again, so that a flushed Redis loses no work. */
import { listDispatched, recordReconciliation } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, jobByName } from '../src/jobs/catalogue.ts';
import { wakeRelay } from '../src/jobs/enqueue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { queueOf } from './relay.ts';

const batchSize = 1_000;

/** Checks jobs that were dispatched more than `seconds` ago. Returns how many were lost. */
export async function reconcile(queues: Queues, seconds = 10): Promise<number> {
  let lost = 0;
  for (;;) {
    const found = await reconcileBatch(queues, seconds);
    lost += found;
    // If a whole batch is lost, the queue was flushed and later jobs are lost as well.
    if (found < batchSize) return lost;
  }
}

async function reconcileBatch(queues: Queues, seconds: number): Promise<number> {
  const dispatched = (await listDispatched(db, seconds, batchSize)).filter((row) => row.job in jobByName);
  if (dispatched.length === 0) return 0;

  const lost: string[] = [];
  const queued: string[] = [];
  await Promise.all(
    dispatched.map(async (row) => {
      const isQueued = await queues.holds(queueOf(row.job as JobName), row);
      (isQueued ? queued : lost).push(row.id);
    }),
  );
  await recordReconciliation(db, lost, queued, seconds);
  if (lost.length > 0) wakeRelay();
  return lost.length;
}
