/** Opens BullMQ’s queues and workers on Redis or PostgreSQL. Only `openBackend` knows which. */
import { type Job, Queue, type QueueBaseOptions, Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { type QueueName, queueNames } from './catalogue.ts';
import { openPostgresBackend, type PostgresBackend } from './postgres-queues.ts';
import { evictionPolicy } from './redis.ts';

/** Adding jobs in bulk creates two temporary tables in PostgreSQL, which takes as much time as adding 16 one by one. */
const maxSingleJobs = 16;
/** Nobody reads BullMQ's events. It keeps at least some. */
const streams = { events: { maxLen: 100 } };
/** On PostgreSQL, a notification wakes the workers of a queue. One that is lost delays a job by at most this. */
const pollSeconds = 30;
const defaultStallOptions = { lockMs: 10_000, checkIntervalMs: 5_000 };

/** One dispatch of a job. Each has its own BullMQ job id, so that an outdated copy never blocks a new one. */
interface Dispatch {
  id: string;
  dispatches: number;
}

interface QueuedJob extends Dispatch {
  name: string;
  /** An array for a job batch. */
  payload: unknown;
  /** The W3C `traceparent` of the enqueuing request. */
  trace: string | null;
}

/** One run of a job by a worker. */
export interface Attempt extends QueuedJob {
  /** How often a process died while running this dispatch, whichever job was the cause. */
  crashes: number;
}

type Process = (attempt: Attempt) => Promise<void>;

export interface Queues {
  dispatch(queue: QueueName, jobs: QueuedJob[]): Promise<void>;
  /** Whether the job is waiting or active. */
  holds(queue: QueueName, dispatch: Dispatch): Promise<boolean>;
  /** `process` must not throw: outcomes are recorded in PostgreSQL, not in BullMQ. */
  work(queue: QueueName, concurrency: number, process: Process): void;
  counts(): Promise<Record<QueueName, Record<string, number>>>;
  /** Stops taking jobs and waits for the active ones. */
  close(): Promise<void>;
}

/** The queue is unsafe to use. The message names the remedy in one line. */
export class QueueRefusal extends Error {
  override readonly name = 'QueueRefusal';
}

interface Backend {
  /** Options for one queue or worker. */
  options(): QueueBaseOptions;
  /** More of them for one worker. */
  worker: Partial<WorkerOptions>;
  postgres: PostgresBackend | undefined;
  close(): Promise<void>;
}

async function openBackend(databaseUrl: string, isForReading = false): Promise<Backend> {
  if (config.redisUrl) {
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null, enableReadyCheck: true });
    redis.on('error', (error) =>
      log.warn({ error: error.message }, 'Redis is unreachable: start it, or correct REDIS_URL'),
    );
    await refuseEviction(redis);
    return {
      // Instances that share a Redis must not take each other's jobs.
      options: () => ({ connection: redis, prefix: `potluck.${config.host}`, streams }),
      worker: {},
      postgres: undefined,
      close: async () => void (await redis.quit().catch(() => redis.disconnect())),
    };
  }

  const postgres = await openPostgresBackend(databaseUrl, isForReading);
  return {
    options: () => ({ connection: postgres.pool as never, streams }),
    worker: { drainDelay: pollSeconds, skipStalledCheck: true },
    postgres,
    close: postgres.close,
  };
}

/** A Redis that evicts keys under memory pressure loses jobs. */
async function refuseEviction(redis: Redis): Promise<void> {
  const policy = await evictionPolicy(redis);
  if (policy === 'noeviction') return;
  redis.disconnect();
  throw new QueueRefusal(`Redis has maxmemory-policy ${policy}, which can lose jobs. Set it to noeviction.`);
}

const jobIdOf = ({ id, dispatches }: Dispatch) => `${id}.${dispatches}`;

/** Opens the BullMQ queues for bull-board, which only reads them. Throws QueueRefusal. */
export async function openQueuesForInspection(databaseUrl: string): Promise<{ list: Queue[]; close(): Promise<void> }> {
  const backend = await openBackend(databaseUrl, true);
  const list = queueNames.map((name) => openQueue(backend, name));
  return {
    list,
    close: async () => {
      await Promise.all(list.map((queue) => queue.close()));
      await backend.close();
    },
  };
}

function openQueue({ options, postgres }: Backend, name: QueueName): Queue {
  const queue = new Queue(name, options(), postgres?.factory as never);
  queue.on('error', (error) => log.warn({ queue: name, error: error.message }, 'queue error'));
  return queue;
}

function openWorker(
  { options, worker, postgres }: Backend,
  name: QueueName,
  process: Process,
  own: Partial<WorkerOptions>,
): Worker {
  const run = ({ data, stalledCounter }: Job<QueuedJob>) => process({ ...data, crashes: stalledCounter });
  const opened = new Worker(name, run, { ...options(), ...worker, ...own }, postgres?.factory as never);
  opened.on('error', (error) => log.warn({ queue: name, error: error.message }, 'worker error'));
  return opened;
}

async function addJobs(queue: Queue, jobs: QueuedJob[]): Promise<void> {
  const added = jobs.map((job) => ({
    name: job.name,
    data: job,
    opts: { jobId: jobIdOf(job), removeOnComplete: true, removeOnFail: true, attempts: 1 },
  }));
  if (added.length > maxSingleJobs) await queue.addBulk(added);
  else for (const { name, data, opts } of added) await queue.add(name, data, opts);
}

/**
 * Opens all queues. On PostgreSQL it also creates BullMQ's tables. Throws QueueRefusal.
 * @param stall after how long a silent worker counts as dead, and how often to check
 */
export async function openQueues(databaseUrl: string, stall = defaultStallOptions): Promise<Queues> {
  const backend = await openBackend(databaseUrl);
  const workers: Worker[] = [];
  const stalledJobs = backend.postgres && watchStalledJobs(backend.postgres, workers, stall.checkIntervalMs);
  const queues = new Map(queueNames.map((name) => [name, openQueue(backend, name)]));

  return {
    dispatch: (name, jobs) => addJobs(queues.get(name)!, jobs),

    holds: async (name, dispatched) => (await queues.get(name)!.getJobState(jobIdOf(dispatched))) !== 'unknown',

    work: (name, concurrency, process) => {
      const options = {
        concurrency,
        // BullMQ's default of 1 loses a job after two crashes. Crashes are counted in the outbox instead.
        maxStalledCount: 1_000_000,
        lockDuration: stall.lockMs,
        stalledInterval: stall.checkIntervalMs,
      };
      workers.push(openWorker(backend, name, process, options));
    },

    counts: async () =>
      Object.fromEntries(
        await Promise.all(queueNames.map(async (name) => [name, await queues.get(name)!.getJobCounts()] as const)),
      ) as Record<QueueName, Record<string, number>>,

    close: async () => {
      stalledJobs?.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  };
}

/** Asks once for all queues, and only those with active jobs for the stalled ones, as each worker would do. */
function watchStalledJobs({ busyQueues }: PostgresBackend, workers: Worker[], intervalMs: number): { stop(): void } {
  let isRunning = false;
  let isStopped = false;
  const check = async () => {
    const busy = new Set(await busyQueues());
    for (const worker of workers) if (busy.has(worker.name)) await worker.backend.moveStalledJobsToWait();
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    check()
      .catch((error: Error) => {
        if (!isStopped) log.warn({ error: error.message }, 'stalled jobs could not be looked for');
      })
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
