/** Enqueues a job inside the transaction that causes it. */
import { insertJob } from '../db/sql/jobs.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobDefinition } from './define.ts';
import { wakeRelay } from './notify-relay.ts';

/** Returns the outbox id. The relay is woken when the transaction commits. Throws ZodError on an invalid payload. */
export async function enqueue<Name extends string, Payload>(
  tx: Tx,
  job: JobDefinition<Name, Payload>,
  payload: Payload,
  { dueAt = null }: { dueAt?: Date | null } = {},
): Promise<string> {
  const parsed = job.payload.parse(payload);
  const dedupeKey = job.dedupe ? `${job.name} ${job.dedupe(parsed)}` : null;
  const [row] = await insertJob(tx, job.name, JSON.stringify(parsed), dedupeKey, dueAt);
  tx.afterCommit(wakeRelay);
  return row!.id;
}
