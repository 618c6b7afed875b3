/** Ends completed jobs in the outbox, in the statement of the relay's next claim if both come at once. */
import { setImmediate } from 'node:timers/promises';
import { markInboundHandled } from '../src/db/sql/federation.ts';
import { claimDueJobs, type Ended, endJobs } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { batchedJobs } from '../src/jobs/catalogue.ts';
import { batched } from '../src/lib/batch.ts';
import { idsOf } from '../src/lib/lists.ts';
import type { Handled } from './handler.ts';

interface Waiting {
  id: string;
  handled: Handled | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const maxPerStatement = 200;
const waiting: Waiting[] = [];
let isEnding = false;

/**
 * Also records how a received activity ended. If the process dies first, the job runs again, which is harmless because
 * handlers are idempotent.
 */
export function complete(id: string, handled?: Handled): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ id, handled, resolve, reject });
    if (!isEnding) void endWaiting();
  });
}

async function endWaiting(): Promise<void> {
  isEnding = true;
  await setImmediate();
  while (waiting.length > 0) await withWaiting((ended) => endJobs(db, ended)).catch(() => {});
  isEnding = false;
}

/** A job often enqueues the next one just before it ends, so the claim waits for the jobs that end in the same tick. */
export async function claimAndEnd(limit: number): ReturnType<typeof claimDueJobs> {
  await setImmediate();
  return withWaiting((ended) => claimDueJobs(db, limit, batchedJobs, ended));
}

/** Runs a statement that ends the jobs that wait for it. */
async function withWaiting<T>(run: (ended: Ended) => Promise<T>): Promise<T> {
  const ending = waiting.splice(0, maxPerStatement);
  try {
    const result = await run({
      completed: idsOf(ending),
      handled: ending.flatMap(({ handled }) => handled ?? []),
    });
    for (const { resolve } of ending) resolve();
    return result;
  } catch (error) {
    for (const { reject } of ending) reject(error);
    throw error;
  }
}

/** For an activity of a job batch, which may take longer than the activity. */
export const markHandled = batched(async (handled: Handled[]) => {
  await markInboundHandled(
    db,
    idsOf(handled),
    handled.map(({ outcome }) => outcome),
  );
  return handled;
});
