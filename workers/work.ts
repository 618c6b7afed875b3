/** Runs job handlers and records in PostgreSQL whether each job completed, is postponed or failed. */
import { isDatabaseFull } from '../src/db/errors.ts';
import {
  countCrash,
  notifyOutbox,
  postponeJob,
  quarantineJob,
  type RemainingJob,
  recordJobError,
  returnToOutbox,
  splitJobBatch,
} from '../src/db/sql/jobs.ts';
import { db, toJson } from '../src/db/statement.ts';
import {
  type JobName,
  type JobNamed,
  jobByName,
  maxCrashes,
  maxMemoryKills,
  type Payload,
  type QueueName,
} from '../src/jobs/catalogue.ts';
import { wakeRelay } from '../src/jobs/enqueue.ts';
import type { Attempt, Queues } from '../src/jobs/queues.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { log } from '../src/lib/log.ts';
import { afterMemoryKill } from '../src/lib/memory.ts';
import { asOperation } from '../src/lib/operation.ts';
import { limitConcurrency } from '../src/lib/semaphore.ts';
import { NoSpace } from '../src/lib/storage/disk-space.ts';
import type { SpanOptions } from '../src/lib/tracing/collector.ts';
import { traced } from '../src/lib/tracing/tracing.ts';
import { complete, markHandled } from './end-jobs.ts';
import { delayUntil, type Handlers, type Outcome, type OutcomeInBatch, retryAfter } from './handler.ts';
import { handlers, memoryWaits } from './handlers.ts';
import { pollIntervalMs } from './relay.ts';

const concurrency: Record<QueueName, number> = {
  inbox: 128,
  delivery: 256,
  // More than a full job batch, because fan-outs that run together share a statement.
  timeline: 128,
  fetch: 8,
  // Beside what runs in the background. How many are decoded at a time depends on memory (imaging/priority).
  upload: 8,
  media: 2,
  migration: 2,
  maintenance: 1,
};

const activeJobs = new Set<string>();

type Limiter = ReturnType<typeof limitConcurrency>;

export function startWorkers(queues: Queues, table: Handlers = handlers): void {
  for (const [queue, limit] of Object.entries(concurrency)) {
    const limited = limitConcurrency(limit);
    // Batch concurrency equals job concurrency, so one slow job never blocks other batches.
    queues.work(queue as QueueName, limit, (attempt) => runJob(attempt, table, limited));
  }
}

/** Returns active jobs to the outbox on shutdown, so that another process starts them at once. */
export async function returnUnfinishedJobs(): Promise<void> {
  if (activeJobs.size === 0) return;
  await returnToOutbox(db, [...activeJobs]);
  await notifyOutbox(db);
}

/** Never throws. If the outcome cannot be recorded, `reconcile` finds the row later. */
export async function runJob(
  attempt: Attempt,
  table: Handlers = handlers,
  limited: Limiter = (work) => work(),
): Promise<void> {
  activeJobs.add(attempt.id);
  try {
    await (isJobBatch(attempt)
      ? runJobBatch(attempt, (payload) =>
          limited(() => traced(spanOf(attempt), () => runOfBatch(attempt, payload, table))),
        )
      : limited(() => runSingle(attempt, table)));
  } catch (error) {
    await fail(attempt, error as Error);
  } finally {
    activeJobs.delete(attempt.id);
  }
}

function runSingle(attempt: Attempt, table: Handlers): Promise<void> {
  const run = () => traced(spanOf(attempt), () => runHandler(attempt, table));
  if (attempt.crashes === 0) return run();
  const canWait = attempt.name in memoryWaits;
  return runCrashedJob(attempt, run, canWait ? () => runHandler(attempt, memoryWaits) : null);
}

const spanOf = ({ id, name, trace }: Attempt): SpanOptions => ({
  name,
  kind: 'consumer',
  parent: trace,
  attributes: { 'messaging.system': 'bullmq', 'messaging.message.id': id },
});

async function runHandler({ id, name, payload }: Attempt, table: Partial<Handlers>): Promise<void> {
  const outcome = await handle(name as JobName, payload, table);
  failpoint('before_settle');
  if (outcome === 'done') await complete(id);
  else if ('again' in outcome) await postpone(id, outcome.again);
  else await complete(id, outcome.handled);
}

/** Wakes the relay if the job is due before the next poll. */
async function postpone(id: string, until: Date): Promise<void> {
  const delayMs = delayUntil(until);
  await postponeJob(db, id, delayMs);
  if (delayMs < pollIntervalMs) wakeRelay();
}

function handle<Name extends JobName>(name: Name, payload: unknown, table: Partial<Handlers>): Promise<Outcome> {
  failpoint(`job_${name}`);
  const parsed = jobByName[name].payload.parse(payload) as Payload<JobNamed<Name>>;
  return asOperation(
    () => `job ${name}`,
    () => table[name]!(parsed),
  );
}

/** How soon a job runs again that found no room on a disk. */
const spaceDelayMs = 30_000;

async function fail({ id, name }: Attempt, error: Error): Promise<void> {
  const { delays, maxErrors } = retryAfter(name, error);
  log.warn({ job: name, id, error: error.message, stack: error.stack }, 'a job failed');
  try {
    // It waits, however long, and is not quarantined.
    if (error instanceof NoSpace || isDatabaseFull(error)) {
      await postpone(id, new Date(Date.now() + spaceDelayMs));
      return;
    }
    await recordJobError(db, id, error.message.slice(0, 1_000), delays, maxErrors);
    if (Math.min(...delays) * 1_000 < pollIntervalMs) wakeRelay();
  } catch (failure) {
    log.error({ job: name, id, error: (failure as Error).message }, 'the outcome of a job could not be recorded');
  }
}

// Runs job batches: jobs that share an outbox row until one of them fails or is postponed

interface JobBatch extends Attempt {
  payload: unknown[];
}

const isJobBatch = (attempt: Attempt): attempt is JobBatch => Array.isArray(attempt.payload);

/**
 * Starts all jobs in order. Failed and postponed jobs get rows of their own, and the batch ends if all completed.
 * After a crash each job gets its own row without being run, so that the next crash identifies the culprit.
 */
async function runJobBatch(batch: JobBatch, run: (payload: unknown) => Promise<OutcomeInBatch>): Promise<void> {
  const results =
    batch.crashes > 0
      ? batch.payload.map((payload) => ({ payload }))
      : await Promise.all(batch.payload.map((payload) => runOne(batch, payload, run)));
  const remaining = results.filter((result) => result !== null);
  if (remaining.length > 0) await splitBatch(batch, remaining);
  failpoint('before_settle');
  if (remaining.length === 0) await complete(batch.id);
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

async function runOfBatch({ name }: Attempt, payload: unknown, table: Handlers): Promise<OutcomeInBatch> {
  const outcome = await handle(name as JobName, payload, table);
  if (outcome === 'done' || 'again' in outcome) return outcome;
  await markHandled(outcome.handled);
  return 'done';
}

// Quarantines poison jobs, which repeatedly crash the worker process, or lets them wait for memory

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

let previous = Promise.resolve();

type Run = () => Promise<void>;

/**
 * Runs a job that was active during a crash, unless it is quarantined, completed or dispatched again. Rejects if the
 * job does.
 *
 * @param postpone replaces the quarantine when memory was short; null for a job that cannot wait
 */
function runCrashedJob(attempt: Attempt, run: Run, postpone: Run | null): Promise<void> {
  if (attempt.crashes < limits.serialAfter) return runCounted(attempt, run, postpone);

  const result = previous.then(() => runCounted(attempt, run, postpone));
  previous = result.catch(() => {});
  return result;
}

/** Counts the crash before the run, because a process that dies cannot count. */
async function runCounted({ id, name, dispatches }: Attempt, run: Run, postpone: Run | null): Promise<void> {
  const [row] = await countCrash(db, id, dispatches);
  if (!row) return;
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
}
