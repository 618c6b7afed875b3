/** Has a fetch that came to nothing tried again, ever later; after the last time, whoever asks for it starts anew. */
import { transact } from '../src/db/transaction.ts';
import type { JobDefinition } from '../src/jobs/define.ts';
import { enqueue } from '../src/jobs/enqueue.ts';

/** Seconds between tries. */
const waits = [30, 120, 600, 3600, 6 * 3600];

export async function tryLater<Name extends string, Payload extends { tries?: number }>(
  job: JobDefinition<Name, Payload>,
  payload: Payload,
): Promise<void> {
  const { tries = 0 } = payload;
  const wait = waits[tries];
  if (wait === undefined) return;
  const dueAt = new Date(Date.now() + wait * 1_000);
  await transact((tx) => enqueue(tx, job, { ...payload, tries: tries + 1 }, { dueAt }));
}
