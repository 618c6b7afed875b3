/** BullMQ's queues and workers, on Redis or on PostgreSQL; only `backend` knows which. */
import { createPostgresBackend, type Job, Queue, type QueueBaseOptions, runMigrations, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { type QueueName, queueNames } from './define.ts';

const schema = 'bullmq';
const defaultPatience = { lock: 10_000, look: 5_000 };

/** One of the times a job was put on a queue. Its copies have different names there, so that none stands in the way of the next. */
interface Offer {
  id: string;
  offers: number;
}

interface QueuedJob extends Offer {
  name: string;
  /** Of a bundle: an array, with that of each of its jobs. */
  payload: unknown;
  /** What promised it, as a `traceparent`. */
  trace: string | null;
}

/** What a worker is told of a job beside its payload. */
export interface Attempt extends QueuedJob {
  /** How often a process died while this copy was at work, whichever job was to blame. */
  crashes: number;
}

export interface Queues {
  offer(queue: QueueName, jobs: QueuedJob[]): Promise<void>;
  /** Whether the job waits on the queue or is at work. */
  holds(queue: QueueName, offer: Offer): Promise<boolean>;
  /** `process` never throws; what becomes of a failure is decided in PostgreSQL. */
  work(queue: QueueName, concurrency: number, process: (attempt: Attempt) => Promise<void>): void;
  counts(): Promise<Record<QueueName, Record<string, number>>>;
  /** Takes no new jobs and waits for those at work. */
  close(): Promise<void>;
}

/** The queue cannot be trusted, in one line that names the remedy. */
export class QueueRefusal extends Error {
  override readonly name = 'QueueRefusal';
}

interface Backend {
  /** Options for a queue or worker of its own. */
  options(): QueueBaseOptions;
  factory: typeof createPostgresBackend | undefined;
  close(): Promise<void>;
}

async function backend(databaseUrl: string): Promise<Backend> {
  if (config.redisUrl) {
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null, enableReadyCheck: true });
    redis.on('error', (error) => log.warn({ error: error.message }, 'Redis is out of reach'));
    await refuseEviction(redis);
    return {
      // Two servers may share one Redis, and must not take each other's jobs.
      options: () => ({ connection: redis, prefix: `potluck.${config.host}` }),
      factory: undefined,
      close: async () => void (await redis.quit().catch(() => redis.disconnect())),
    };
  }

  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2 * queueNames.length + 4,
    application_name: 'potluck-queue',
    options: `-c search_path=${schema}`,
    keepAlive: true,
  });
  pool.on('error', () => {});
  // Each queue and each worker listens.
  pool.setMaxListeners(0);
  await runMigrations(pool, schema);
  return {
    options: () => ({ connection: pool as never }),
    factory: createPostgresBackend,
    close: () => pool.end(),
  };
}

/** A Redis that evicts keys under memory pressure would forget jobs. */
async function refuseEviction(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  redis.disconnect();
  throw new QueueRefusal(`Redis has maxmemory-policy ${policy}: set it to noeviction, or jobs would be lost`);
}

const nameOf = ({ id, offers }: Offer) => `${id}.${offers}`;

/** The queues themselves, for who wants to look into them and puts nothing there. Throws QueueRefusal. */
export async function openQueuesToSee(
  databaseUrl: string,
): Promise<{ list: Queue[]; close(): Promise<void> }> {
  const opened = await backend(databaseUrl);
  const list = queueNames.map((name) => new Queue(name, opened.options(), opened.factory as never));
  for (const queue of list)
    queue.on('error', (error) => log.warn({ queue: queue.name, error: error.message }, 'queue error'));
  return {
    list,
    close: async () => {
      await Promise.all(list.map((queue) => queue.close()));
      await opened.close();
    },
  };
}

/**
 * Opens every queue; with PostgreSQL, creates BullMQ's own tables where they are missing. Throws QueueRefusal.
 * @param patience in ms: how long a worker that says nothing counts as alive, and how often the dead are looked for
 */
export async function openQueues(databaseUrl: string, patience = defaultPatience): Promise<Queues> {
  const opened = await backend(databaseUrl);
  const workers: Worker[] = [];
  const build = <T>(make: (options: QueueBaseOptions, factory: never) => T) =>
    make(opened.options(), opened.factory as never);

  const queues = new Map(
    queueNames.map((name) => {
      const queue = build((options, factory) => new Queue(name, options, factory));
      queue.on('error', (error) => log.warn({ queue: name, error: error.message }, 'queue error'));
      return [name, queue];
    }),
  );

  return {
    offer: async (name, jobs) => {
      await queues.get(name)!.addBulk(
        jobs.map((job) => ({
          name: job.name,
          data: job,
          opts: { jobId: nameOf(job), removeOnComplete: true, removeOnFail: true, attempts: 1 },
        })),
      );
    },

    holds: async (name, offer) => (await queues.get(name)!.getJobState(nameOf(offer))) !== 'unknown',

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
              // BullMQ's default of 1 loses a job after two crashes; we count them ourselves.
              maxStalledCount: 1_000_000,
              lockDuration: patience.lock,
              stalledInterval: patience.look,
            },
            factory,
          ),
      );
      worker.on('error', (error) => log.warn({ queue: name, error: error.message }, 'worker error'));
      workers.push(worker);
    },

    counts: async () =>
      Object.fromEntries(
        await Promise.all(
          queueNames.map(async (name) => [name, await queues.get(name)!.getJobCounts()] as const),
        ),
      ) as Record<QueueName, Record<string, number>>,

    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await opened.close();
    },
  };
}
