/** Quarantines poison jobs: jobs that repeatedly crash the worker process. */
import { countCrash, quarantineJob } from '../src/db/sql/jobs/outbox.ts';
import { db } from '../src/db/statement.ts';
import { maxCrashes } from '../src/jobs/define.ts';
import type { Attempt } from '../src/jobs/queues.ts';

/** From this many crashes on, such jobs run one at a time, so that the next crash identifies the culprit. */
const serialAfterCrashes = 2;

let previous: Promise<unknown> = Promise.resolve();

/** Runs a job that was active during a crash, unless it is quarantined, completed or dispatched again. Rejects if the job does. */
export async function runCrashedJob<T>(attempt: Attempt, run: () => Promise<T>): Promise<T | undefined> {
  if (attempt.crashes < serialAfterCrashes) return runCounted(attempt, run);

  const result = previous.then(() => runCounted(attempt, run));
  previous = result.catch(() => {});
  return result;
}

/** Counts the crash before the run, because a process that dies cannot count. */
async function runCounted<T>({ id, dispatches }: Attempt, run: () => Promise<T>): Promise<T | undefined> {
  const [row] = await countCrash(db, id, dispatches);
  if (!row) return undefined;
  if (row.crashes < maxCrashes) return run();

  await quarantineJob(db, id, `the process died ${row.crashes} times while running this job`);
  return undefined;
}
