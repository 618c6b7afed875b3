/** Runs job batches: jobs that share an outbox row until one of them fails or is postponed. */
import { type RemainingJob, splitJobBatch } from '../src/db/sql/jobs.ts';
import { db, toJson } from '../src/db/statement.ts';
import { wakeRelay } from '../src/jobs/enqueue.ts';
import type { Attempt } from '../src/jobs/queues.ts';
import { log } from '../src/lib/log.ts';
import { delayUntil, type OutcomeInBatch, retryAfter } from './handler.ts';

interface JobBatch extends Attempt {
  payload: unknown[];
}

export const isJobBatch = (attempt: Attempt): attempt is JobBatch => Array.isArray(attempt.payload);

/**
 * Starts all jobs in order and returns whether all completed. Failed and postponed jobs get rows of their own.
 * After a crash each job gets its own row without being run, so that the next crash identifies the culprit.
 */
export async function runJobBatch(
  batch: JobBatch,
  run: (payload: unknown) => Promise<OutcomeInBatch>,
): Promise<boolean> {
  const results =
    batch.crashes > 0
      ? batch.payload.map((payload) => ({ payload }))
      : await Promise.all(batch.payload.map((payload) => runOne(batch, payload, run)));
  const remaining = results.filter((result) => result !== null);
  if (remaining.length === 0) return true;

  await splitBatch(batch, remaining);
  return false;
}

async function splitBatch({ id, dispatches }: JobBatch, remaining: RemainingJob[]): Promise<void> {
  const rows = remaining.map(({ payload, error, retry_seconds, delay_ms }) => ({
    payload,
    error,
    retry_seconds,
    delay_ms,
  }));
  await splitJobBatch(db, id, dispatches, toJson(rows));
  wakeRelay();
}

/** Returns null if the job completed. */
async function runOne(
  { id, name }: JobBatch,
  payload: unknown,
  run: (payload: unknown) => Promise<OutcomeInBatch>,
): Promise<RemainingJob | null> {
  try {
    const outcome = await run(payload);
    return outcome === 'done' ? null : { payload, delay_ms: delayUntil(outcome.again) };
  } catch (error) {
    const { message, stack } = error as Error;
    log.warn({ job: name, id, error: message, stack }, 'a job of a batch failed');
    return { payload, error: message.slice(0, 1_000), retry_seconds: retryAfter(name, error).delays[0]! };
  }
}
