/** Enqueues a failed fetch again with growing delays, up to a maximum number of tries. */
import { transact } from '../src/db/transaction.ts';
import type { JobDefinition } from '../src/jobs/define.ts';
import { enqueue } from '../src/jobs/enqueue.ts';

const delaysInSeconds = [30, 120, 600, 3600, 6 * 3600];

export async function retryLater<Name extends string, Payload extends { tries?: number }>(
  job: JobDefinition<Name, Payload>,
  payload: Payload,
): Promise<void> {
  const { tries = 0 } = payload;
  const delay = delaysInSeconds[tries];
  if (delay === undefined) return;
  const dueAt = new Date(Date.now() + delay * 1_000);
  await transact((tx) => enqueue(tx, job, { ...payload, tries: tries + 1 }, { dueAt }));
}
