/** Promises a job inside the transaction that makes it necessary. */
import { insertOutbox } from '../db/sql/outbox.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobDefinition } from './define.ts';
import { wakeRelay } from './wake.ts';

/** One INSERT, whose id is answered; the relay is woken when the transaction commits. Throws on a payload the job does not know. */
export async function enqueue<Name extends string, Payload>(
  tx: Tx,
  job: JobDefinition<Name, Payload>,
  payload: Payload,
  { dueAt = null }: { dueAt?: Date | null } = {},
): Promise<string> {
  const parsed = job.payload.parse(payload);
  const dedupeKey = job.dedupe ? `${job.name} ${job.dedupe(parsed)}` : null;
  const [promised] = await insertOutbox(tx, job.name, JSON.stringify(parsed), dedupeKey, dueAt);
  tx.afterCommit(wakeRelay);
  return promised!.id;
}
