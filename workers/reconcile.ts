/** Finds jobs that were offered but that the queue has lost, and offers them again: a flushed Redis costs time, not work. */
import { listOffered, reofferOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, jobByName } from '../src/jobs/catalogue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { wakeRelay } from '../src/jobs/wake.ts';
import { queueOf } from './relay.ts';

const batchSize = 1_000;

/** Looks at what was offered longer than `seconds` ago; returns how many were lost. */
export async function reconcile(queues: Queues, seconds = 10): Promise<number> {
  let lost = 0;
  for (;;) {
    const found = await reconcileBatch(queues, seconds);
    lost += found;
    // A whole batch lost means that the queue was wiped: what comes after is lost as well.
    if (found < batchSize) return lost;
  }
}

async function reconcileBatch(queues: Queues, seconds: number): Promise<number> {
  const offered = (await listOffered(db, seconds, batchSize)).filter((row) => row.job in jobByName);
  if (offered.length === 0) return 0;

  const lost: string[] = [];
  const living: string[] = [];
  await Promise.all(
    offered.map(async (row) => {
      const held = await queues.holds(queueOf(row.job as JobName), row);
      (held ? living : lost).push(row.id);
    }),
  );
  await reofferOutbox(db, lost, living, seconds);
  if (lost.length > 0) wakeRelay();
  return lost.length;
}
