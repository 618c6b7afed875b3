/** Opens BullMQ’s queues and workers on Redis or PostgreSQL. Only `openBackend` knows which. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type createPostgresBackend,
  type Job,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  type QueueBaseOptions,
  runMigrations,
  Worker,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { lossDetection, sessionSettings, surviveLostConnections } from '../db/client.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { memoryPlan } from '../lib/memory.ts';
import { type QueueName, queueNames } from './catalogue.ts';
import { evictionPolicy } from './redis.ts';

const schema = 'bullmq';
/** Adding jobs in bulk creates two temporary tables in PostgreSQL, which takes as much time as adding 16 one by one. */
const maxSingleJobs = 16;
/** BullMQ tries most failed calls again at once. */
const errorPauseMs = 1_000;
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

export interface Queues {
  dispatch(queue: QueueName, jobs: QueuedJob[]): Promise<void>;
  /** Whether the job is waiting or active. */
  holds(queue: QueueName, dispatch: Dispatch): Promise<boolean>;
  /** `process` must not throw: outcomes are recorded in PostgreSQL, not in BullMQ. */
  work(queue: QueueName, concurrency: number, process: (attempt: Attempt) => Promise<void>): void;
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
  factory: typeof createPostgresBackend | undefined;
  close(): Promise<void>;
}

async function openBackend(databaseUrl: string): Promise<Backend> {
  if (config.redisUrl) {
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null, enableReadyCheck: true });
    redis.on('error', (error) => log.warn({ error: error.message }, 'Redis is unreachable'));
    await refuseEviction(redis);
    return {
      // Instances that share a Redis must not take each other's jobs.
      options: () => ({ connection: redis, prefix: `potluck.${config.host}` }),
      factory: undefined,
      close: async () => void (await redis.quit().catch(() => redis.disconnect())),
    };
  }

  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // Each worker keeps one to be told of new jobs.
    max: queueNames.length + memoryPlan().connections.queues,
    application_name: 'potluck-queue',
    onConnect: (client) => client.query(sessionSettings({ search_path: schema })),
    ...lossDetection,
  });
  surviveLostConnections(pool);
  // Each queue and each worker adds a listener.
  pool.setMaxListeners(0);
  await runMigrations(pool, schema);
  Object.assign(pool, {
    query: withPause(pool.query.bind(pool)),
    connect: withPause(pool.connect.bind(pool)),
  });
  return {
    options: () => ({ connection: pool as never }),
    factory: (name, options, { withBlockingConnection } = {}) => {
      const listener = withBlockingConnection ? name : undefined;
      return new PostgresQueueBackend(new MigratedConnection(pool as never), name, options, true, listener);
    },
    close: () => pool.end(),
  };
}

/**
 * BullMQ would check its tables first, and if PostgreSQL is unreachable then, it would fail for ever, without a pause.
 */
class MigratedConnection extends PostgresConnection {
  override async waitUntilReady(): Promise<void> {}
}

/** Passes errors on after a pause. */
const withPause =
  (call: (...args: never[]) => unknown) =>
  async (...args: never[]) => {
    try {
      return await call(...args);
    } catch (error) {
      await sleep(errorPauseMs);
      throw error;
    }
  };

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
  const backend = await openBackend(databaseUrl);
  const list = queueNames.map((name) => new Queue(name, backend.options(), backend.factory as never));
  for (const queue of list)
    queue.on('error', (error) => log.warn({ queue: queue.name, error: error.message }, 'queue error'));
  return {
    list,
    close: async () => {
      await Promise.all(list.map((queue) => queue.close()));
      await backend.close();
    },
  };
}

/**
 * Opens all queues. On PostgreSQL it also creates BullMQ's tables. Throws QueueRefusal.
 * @param stall after how long a silent worker counts as dead, and how often to check
 */
export async function openQueues(databaseUrl: string, stall = defaultStallOptions): Promise<Queues> {
  const backend = await openBackend(databaseUrl);
  const workers: Worker[] = [];
  const build = <T>(make: (options: QueueBaseOptions, factory: never) => T) =>
    make(backend.options(), backend.factory as never);

  const queues = new Map(
    queueNames.map((name) => {
      const queue = build((options, factory) => new Queue(name, options, factory));
      queue.on('error', (error) => log.warn({ queue: name, error: error.message }, 'queue error'));
      return [name, queue];
    }),
  );

  return {
    dispatch: async (name, jobs) => {
      const queue = queues.get(name)!;
      const added = jobs.map((job) => ({
        name: job.name,
        data: job,
        opts: { jobId: jobIdOf(job), removeOnComplete: true, removeOnFail: true, attempts: 1 },
      }));
      if (added.length > maxSingleJobs) await queue.addBulk(added);
      else for (const { name: job, data, opts } of added) await queue.add(job, data, opts);
    },

    holds: async (name, dispatched) => (await queues.get(name)!.getJobState(jobIdOf(dispatched))) !== 'unknown',

    work: (name, concurrency, process) => {
      const run = ({ data, stalledCounter }: Job<QueuedJob>) => process({ ...data, crashes: stalledCounter });
      const worker = build(
        (options, factory) =>
          new Worker(
            name,
            run,
            {
              ...options,
              concurrency,
              // BullMQ's default of 1 loses a job after two crashes. Crashes are counted in the outbox instead.
              maxStalledCount: 1_000_000,
              lockDuration: stall.lockMs,
              stalledInterval: stall.checkIntervalMs,
            },
            factory,
          ),
      );
      worker.on('error', (error) => log.warn({ queue: name, error: error.message }, 'worker error'));
      workers.push(worker);
    },

    counts: async () =>
      Object.fromEntries(
        await Promise.all(queueNames.map(async (name) => [name, await queues.get(name)!.getJobCounts()] as const)),
      ) as Record<QueueName, Record<string, number>>,

    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  };
}
