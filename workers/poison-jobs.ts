/** Quarantines poison jobs, which repeatedly crash the worker process, or lets them wait for memory. */
import { countCrash, quarantineJob } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { maxCrashes, maxMemoryKills } from '../src/jobs/catalogue.ts';
import type { Attempt } from '../src/jobs/queues.ts';
import { log } from '../src/lib/log.ts';
import { afterMemoryKill } from '../src/lib/memory.ts';

/**
 * From `serialAfter` crashes on, such jobs run one at a time, so that the next crash identifies the culprit. Memory is
 * short for everybody, so that its culprits get fewer chances.
 */
const limits = process.argv.includes(afterMemoryKill)
  ? {
      serialAfter: 1,
      max: maxMemoryKills,
      isMemory: true,
      reason: 'the process was killed for want of memory',
    }
  : { serialAfter: 2, max: maxCrashes, isMemory: false, reason: 'the process died' };

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs a job that was active during a crash, unless it is quarantined, completed or dispatched again. Rejects if the
 * job does.
 *
 * @param postpone replaces the quarantine when memory was short; null for a job that cannot wait
 */
export async function runCrashedJob<T>(
  attempt: Attempt,
  run: () => Promise<T>,
  postpone: (() => Promise<T>) | null,
): Promise<T | undefined> {
  if (attempt.crashes < limits.serialAfter) return runCounted(attempt, run, postpone);

  const result = previous.then(() => runCounted(attempt, run, postpone));
  previous = result.catch(() => {});
  return result;
}

/** Counts the crash before the run, because a process that dies cannot count. */
async function runCounted<T>(
  { id, name, dispatches }: Attempt,
  run: () => Promise<T>,
  postpone: (() => Promise<T>) | null,
): Promise<T | undefined> {
  const [row] = await countCrash(db, id, dispatches);
  if (!row) return undefined;
  const { crashes } = row;
  if (crashes < limits.max) {
    log.warn({ job: name, id, crashes, reason: limits.reason }, 'a job runs again that was running in a crash');
    return run();
  }
  if (limits.isMemory && postpone) {
    log.error({ job: name, id, crashes }, 'a job waits until there is more memory');
    return postpone();
  }

  await quarantineJob(db, id, `${limits.reason} ${crashes} times while running this job`);
  log.error({ job: name, id, crashes, reason: limits.reason }, 'a job was quarantined');
  return undefined;
}
