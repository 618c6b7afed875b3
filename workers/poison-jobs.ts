/** Quarantines poison jobs: jobs that repeatedly crash the worker process. */
import { countCrash, quarantineJob } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { maxCrashes, maxMemoryKills } from '../src/jobs/catalogue.ts';
import type { Attempt } from '../src/jobs/queues.ts';
import { log } from '../src/lib/log.ts';
import { afterMemoryKill } from '../src/lib/memory.ts';

/**
 * From `serialAfter` crashes on, such jobs run one at a time, so that the next crash identifies the culprit. Memory is short
 * for everybody, so that its culprits get fewer chances.
 */
const limits = process.argv.includes(afterMemoryKill)
  ? { serialAfter: 1, max: maxMemoryKills, reason: 'the process was killed for want of memory' }
  : { serialAfter: 2, max: maxCrashes, reason: 'the process died' };

let previous: Promise<unknown> = Promise.resolve();

/** Runs a job that was active during a crash, unless it is quarantined, completed or dispatched again. Rejects if the job does. */
export async function runCrashedJob<T>(attempt: Attempt, run: () => Promise<T>): Promise<T | undefined> {
  if (attempt.crashes < limits.serialAfter) return runCounted(attempt, run);

  const result = previous.then(() => runCounted(attempt, run));
  previous = result.catch(() => {});
  return result;
}

/** Counts the crash before the run, because a process that dies cannot count. */
async function runCounted<T>(
  { id, name, dispatches }: Attempt,
  run: () => Promise<T>,
): Promise<T | undefined> {
  const [row] = await countCrash(db, id, dispatches);
  if (!row) return undefined;
  const { crashes } = row;
  if (crashes < limits.max) {
    log.warn(
      { job: name, id, crashes, reason: limits.reason },
      'a job runs again that was running in a crash',
    );
    return run();
  }

  await quarantineJob(db, id, `${limits.reason} ${crashes} times while running this job`);
  log.error({ job: name, id, crashes, reason: limits.reason }, 'a job was quarantined');
  return undefined;
}
