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
  #wake: (() => void) | undefined;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  announce(count: number): void {
    this.#count += count;
    this.#announcements += 1;
    this.#wake?.();
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

  /** Resolves when one is announced, at the latest after this time. */
  async wait(ms: number): Promise<void> {
    if (!this.isEmpty) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        // A notification may be lost.
        this.announceSome();
        resolve();
      }, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  interrupt(): void {
    this.#wake?.();
  }
}

type Claim = Awaited<ReturnType<PostgresQueueBackend['moveToActive']>>;

const noJob: Claim = [null, '', 0, 0];

/**
 * Differs from BullMQ's own in what it does not ask: whether a queue has jobs while none was announced, and when
 * delayed jobs are due, of which there are none. All queues share the connections.
 */
class QueueBackend extends PostgresQueueBackend {
  readonly #waiting: WaitingJobs;
  #isInterrupted = false;

  constructor(pool: pg.Pool, name: string, options: QueueBaseOptions, waiting: WaitingJobs) {
    super(new MigratedConnection(pool as never), name, options as never);
    this.#waiting = waiting;
  }

  override async addJob(...job: Parameters<PostgresQueueBackend['addJob']>): Promise<string> {
    const id = await super.addJob(...job);
    this.#waiting.announce(1);
    return id;
  }

  override async addJobs(jobs: Parameters<PostgresQueueBackend['addJobs']>[0]): Promise<string[]> {
    const ids = await super.addJobs(jobs);
    this.#waiting.announce(ids.length);
    return ids;
  }

  override async moveToActive(token: string, name?: string): Promise<Claim> {
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

  override async waitForJob(seconds: number): Promise<{ member: string; score: number } | null> {
    if (!this.#isInterrupted) await this.#waiting.wait(seconds * 1_000);
    return this.#isInterrupted ? null : { member: this.queueName, score: 0 };
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

/** Adds a job, takes and completes it, and rolls all of it back. */
async function runThrough(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  // Errors of other connections do not concern it.
  const only = Object.assign(Object.create(pool) as pg.Pool, { query: preparing(client), on: () => only });
  const backend = new QueueBackend(only, example.name, { connection: {} }, new WaitingJobs());
  try {
    await client.query('BEGIN');
    await backend.addJob(example as never, example.name);
    const [job] = await backend.moveToActive(example.name);
    if (job) await backend.moveToCompleted({ ...job, id: example.name }, null as never, true, example.name, false);
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'the functions of the queues could not be compiled in advance');
    client.release(true);
  }
}
