/** BullMQ’s queues on PostgreSQL, with few statements, few connections and no WAL. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  type KeepJobs,
  type MinimalJob,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  type QueueBaseOptions,
  runMigrations,
} from 'bullmq';
import pg from 'pg';
import { lossDetection, plannerSettings, sessionSettings, surviveLostConnections } from '../db/client.ts';
import { listen, type Notification } from '../db/listen.ts';
import { log } from '../lib/log.ts';
import { memoryPlan } from '../lib/memory.ts';

const schema = 'bullmq';
/** In which BullMQ notifies of new jobs. The payload is the name of the queue. */
const channel = 'bullmq_jobs';
/** BullMQ tries most failed calls again at once. */
const errorPauseMs = 1_000;
/** These stay open when nothing happens, because a new one plans and compiles everything again. */
const minConnections = 2;

export interface PostgresBackend {
  pool: pg.Pool;
  factory: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions>;
  /** Returns the queues that have active jobs. */
  busyQueues(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Creates BullMQ's tables.
 * @param isForReading nothing is dispatched and no job runs, so that no connection is kept
 */
export async function openPostgresBackend(databaseUrl: string, isForReading: boolean): Promise<PostgresBackend> {
  const own = new Set<number>();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    min: isForReading ? 0 : minConnections,
    max: Math.max(minConnections, memoryPlan().connections.queues),
    application_name: 'potluck-queue',
    onConnect: (client) => client.query(sessionSettings({ search_path: schema, ...plannerSettings })),
    ...lossDetection,
  });
  surviveLostConnections(pool);
  pool.on('connect', (client) => own.add(processIdOf(client)));
  pool.on('remove', (client) => own.delete(processIdOf(client)));
  // Each queue and each worker adds a listener.
  pool.setMaxListeners(0);
  await runMigrations(pool, schema);
  await withoutWal(pool);
  const warmedUp = isForReading ? Promise.resolve() : warmUp(pool);

  const waiting = new Map<string, WaitingJobs>();
  const waitingIn = (queue: string) => {
    const known = waiting.get(queue) ?? new WaitingJobs();
    waiting.set(queue, known);
    return known;
  };
  const hear = ({ payload, processId }: Notification) => {
    // This process knows of its own jobs already.
    if (!own.has(processId)) waitingIn(payload).announceSome();
  };
  const hearAgain = () => {
    for (const jobs of waiting.values()) jobs.announceSome();
  };
  const stopListening = isForReading ? async () => {} : listen(databaseUrl, channel, hear, hearAgain);

  const shared = Object.assign(Object.create(pool) as pg.Pool, { query: withPause(preparing(pool)) });
  return {
    pool: shared,
    factory: (name, options) => new QueueBackend(shared, name, options as never, waitingIn(name)),
    busyQueues: async () => {
      const { rows } = await pool.query<{ queue: string }>({
        name: 'busy_queues',
        text: `SELECT DISTINCT queue FROM job WHERE state = 'active'`,
      });
      return rows.map(({ queue }) => queue);
    },
    close: async () => {
      await stopListening();
      await warmedUp;
      await pool.end();
    },
  };
}

const processIdOf = (client: pg.ClientBase): number => (client as pg.ClientBase & { processID: number }).processID;

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

const names = new Map<string, string>();

/** BullMQ's statements are constants. Those with parameters are prepared under the hash of their text. */
function preparing(on: { query(query: pg.QueryConfig): Promise<pg.QueryResult> }): Query {
  return (text, values) => {
    if (!values) return on.query({ text });
    const name = names.get(text) ?? `bullmq_${hash('sha256', text).slice(0, 16)}`;
    names.set(text, name);
    return on.query({ name, text, values });
  };
}

/** Passes errors on after a pause. */
const withPause =
  (query: Query): Query =>
  async (text, values) => {
    try {
      return await query(text, values);
    } catch (error) {
      await sleep(errorPauseMs);
      throw error;
    }
  };

// Keeps the tables out of the WAL

/** In this order, because a logged table cannot refer to an unlogged one. */
const tables = ['job_log', 'job_dependency', 'job', 'event', 'meta'];

/**
 * A crash of PostgreSQL empties these tables, which is as harmless as a flushed Redis: the outbox has all jobs, and
 * `reconcile` dispatches them again. In return no dispatch waits for the disk.
 */
async function withoutWal(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string }>({
    text: `SELECT relname AS "table" FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relname = ANY($2) AND relpersistence = 'p'
     ORDER BY array_position($2, relname::text)`,
    values: [schema, tables],
  });
  try {
    // One after the other, so that nothing is locked while another table is waited for.
    for (const { table } of rows) await pool.query(`ALTER TABLE ${table} SET UNLOGGED`);
  } catch (error) {
    // Another process does the same, or the role may not. It works in either case.
    log.warn({ error: (error as Error).message }, 'the tables of the queues stay in the WAL');
  }
}

// Knows which queues have jobs that wait, so that nobody asks an empty one

/** The jobs of one queue that this process was told of and has not taken yet. */
class WaitingJobs {
  /** Infinity if it is not known how many there are. */
  #count = Number.POSITIVE_INFINITY;
  #announcements = 0;
  #worker: WaitingWorker | undefined;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  announce(count: number): void {
    this.#count += count;
    this.#announcements += 1;
    this.takeWorker()?.wake(null);
  }

  announceSome(): void {
    this.announce(Number.POSITIVE_INFINITY);
  }

  /** Runs a statement that takes one. `isNone` tells from its result that none was left. */
  async take<Result>(run: () => Promise<Result>, isNone: (result: Result) => boolean): Promise<Result> {
    const before = this.#announcements;
    this.#count = Math.max(0, this.#count - 1);
    try {
      const result = await run();
      // Those that were announced meanwhile may have come after the statement.
      if (isNone(result) && before === this.#announcements) this.#count = 0;
      return result;
    } catch (error) {
      this.announceSome();
      throw error;
    }
  }

  /** Resolves when a job is announced, at the latest after this time; or to what was taken for this worker. */
  async wait(ms: number, token: string, lockMs: number): Promise<Taken[] | null> {
    if (!this.isEmpty) return null;
    return new Promise((wake) => {
      // A notification may be lost.
      const timer = setTimeout(() => this.announceSome(), ms);
      this.#worker = { token, lockMs, wake, timer };
    });
  }

  /** Returns the worker of this process that waits, if one does. It waits on until it is woken. */
  takeWorker(): WaitingWorker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(worker?.timer);
    return worker;
  }

  interrupt(): void {
    this.takeWorker()?.wake(null);
  }
}

interface WaitingWorker {
  token: string;
  lockMs: number;
  /** Gives it the job that was taken for it. Null: it asks itself. */
  wake(taken: Taken[] | null): void;
  timer: NodeJS.Timeout;
}

/** A row of BullMQ's table of jobs. */
interface Taken {
  id: string;
}

/**
 * Adds a job and takes the next one of its queue, which is usually the same. The argument that depends on the added job
 * makes PostgreSQL call the functions in this order.
 */
const addAndTake = `
  SELECT taken.* FROM add_job($1, $2, $3, $4::jsonb, $5::jsonb, 0, 0, $6, 1, NULL, NULL, NULL, NULL, NULL, false) AS added
  CROSS JOIN LATERAL move_to_active(CASE WHEN added IS NOT NULL THEN $1 END, $7, $8, $6, NULL, NULL, NULL) AS taken`;

/** What TypeScript calls private in BullMQ's backend. */
interface Shaping {
  buildNextJobResult(rows: Taken[], limiterMax: null, now: number): Promise<Claim>;
}

type Claim = Awaited<ReturnType<PostgresQueueBackend['moveToActive']>>;

const noJob: Claim = [null, '', 0, 0];

/**
 * Differs from BullMQ's own in what it does not ask: whether a queue has jobs while none was announced, and when
 * delayed jobs are due, of which there are none. All queues share the connections.
 */
class QueueBackend extends PostgresQueueBackend {
  readonly #waiting: WaitingJobs;
  readonly #pool: pg.Pool;
  #isInterrupted = false;
  /** How long the next claim may wait for a job. */
  #waitMs = 0;

  constructor(pool: pg.Pool, name: string, options: QueueBaseOptions, waiting: WaitingJobs) {
    super(new MigratedConnection(pool as never), name, options as never);
    this.#waiting = waiting;
    this.#pool = pool;
  }

  /** If a worker of this process waits, the job is taken for it in the same statement. */
  override async addJob(...job: Parameters<PostgresQueueBackend['addJob']>): Promise<string> {
    const worker = this.#waiting.takeWorker();
    if (worker) return this.#addFor(worker, ...job);
    const id = await super.addJob(...job);
    this.#waiting.announce(1);
    return id;
  }

  /** All jobs are dispatched alike: with an id, and without the options that BullMQ's own statement passes as well. */
  async #addFor(worker: WaitingWorker, ...[job, id]: Parameters<PostgresQueueBackend['addJob']>): Promise<string> {
    const values = [this.queueName, id, job.name, job.data, JSON.stringify(job.opts), Date.now()];
    try {
      const { rows } = await this.#pool.query<Taken>(addAndTake, [...values, worker.token, worker.lockMs]);
      // Another job was first, or another process took this one.
      if (rows[0]?.id !== id) this.#waiting.announce(1);
      worker.wake(rows);
      return id;
    } catch (error) {
      this.#waiting.announceSome();
      worker.wake(null);
      throw error;
    }
  }

  override async addJobs(jobs: Parameters<PostgresQueueBackend['addJobs']>[0]): Promise<string[]> {
    const ids = await super.addJobs(jobs);
    this.#waiting.announce(ids.length);
    return ids;
  }

  override async moveToActive(token: string, name?: string): Promise<Claim> {
    const taken = await this.#wait(token);
    if (taken?.length) return (this as unknown as Shaping).buildNextJobResult(taken, null, Date.now());
    if (this.#waiting.isEmpty) return noJob;
    return this.#waiting.take(
      () => super.moveToActive(token, name),
      ([job]) => !job,
    );
  }

  override async moveToCompleted<Data, Result, Name extends string>(
    job: MinimalJob<Data, Result, Name>,
    value: Result,
    remove: boolean | number | KeepJobs,
    token: string,
    fetchNext: boolean,
  ) {
    const complete = (next: boolean) => super.moveToCompleted(job, value, remove, token, next);
    if (!fetchNext || this.#waiting.isEmpty) return complete(false);
    return this.#waiting.take(
      () => complete(true),
      ({ result }) => !result?.[0],
    );
  }

  override async moveStalledJobsToWait(): Promise<string[]> {
    const ids = await super.moveStalledJobsToWait();
    if (ids.length > 0) this.#waiting.announceSome();
    return ids;
  }

  /** The claim that follows waits, because it knows the token of the worker. */
  override async waitForJob(seconds: number): Promise<{ member: string; score: number } | null> {
    this.#waitMs = seconds * 1_000;
    return this.#isInterrupted ? null : { member: this.queueName, score: 0 };
  }

  async #wait(token: string): Promise<Taken[] | null> {
    const ms = this.#waitMs;
    this.#waitMs = 0;
    if (ms === 0 || this.#isInterrupted) return null;
    const { lockDuration = 0 } = this.opts as { lockDuration?: number };
    return this.#waiting.wait(ms, token, lockDuration);
  }

  override async disconnectBlocking(): Promise<void> {
    this.#isInterrupted = true;
    this.#waiting.interrupt();
  }

  override async reconnectBlocking(): Promise<void> {
    this.#isInterrupted = false;
  }
}

/**
 * BullMQ would check its tables first, and if PostgreSQL is unreachable then, it would fail for ever, without a pause.
 */
class MigratedConnection extends PostgresConnection {
  override async waitUntilReady(): Promise<void> {}
}

// Compiles BullMQ's functions in new connections

/** Nothing of it remains. */
async function warmUp(pool: pg.Pool): Promise<void> {
  const clients = await Promise.allSettled(Array.from({ length: minConnections }, () => pool.connect()));
  for (const client of clients) if (client.status === 'fulfilled') await runThrough(pool, client.value);
}

const example = { name: 'warm-up', data: '{}', opts: {}, timestamp: 0 };

/** Adds a job for a worker that waits, takes and completes it, and rolls all of it back. */
async function runThrough(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  // Errors of other connections do not concern it.
  const only = Object.assign(Object.create(pool) as pg.Pool, { query: preparing(client), on: () => only });
  const backend = new QueueBackend(only, example.name, { connection: {} }, new WaitingJobs());
  try {
    await client.query('BEGIN');
    await backend.moveToActive(example.name);
    await backend.waitForJob(1);
    const [[job]] = await Promise.all([
      backend.moveToActive(example.name),
      backend.addJob(example as never, example.name),
    ]);
    if (job) await backend.moveToCompleted({ ...job, id: example.name }, null as never, true, example.name, false);
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'the functions of the queues could not be compiled in advance');
    client.release(true);
  }
}
