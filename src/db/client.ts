/** Holds the connection pool that hand-written statements and Prisma share. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { begin, isTracing } from '../lib/tracing/tracing.ts';
import { PrismaClient } from './generated/client.ts';

/** The connection of the current Prisma transaction. */
export const transactionConnection = new AsyncLocalStorage<{ client?: pg.PoolClient }>();

/** Records which connection a Prisma transaction got, so that hand-written statements can join it. */
class SharedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback) {
      // A waiter resumes in the async context of the work that freed the connection, so its own context is bound.
      super.connect(isTracing() ? AsyncResource.bind(callback) : callback);
      return undefined;
    }
    return super.connect().then((client) => {
      const transaction = transactionConnection.getStore();
      if (transaction) transaction.client = client;
      return client;
    });
  }
}

// Ids and counts are safe integers by construction (1 … 2^53−1).
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
// pg has no name for the array type.
const int8Array: number = 1016;
types.setTypeParser(int8Array, (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number));

interface Connection {
  pool: pg.Pool;
  prisma?: PrismaClient;
  url: string;
  timeoutMs: number;
}

let connected: Connection | undefined;

/**
 * Statements are prepared and find rows by index for all values. Custom plans would cost ten times the execution of
 * statements with many sub-selects, and plans made for empty tables would scan them sequentially once they are full.
 */
export const plannerSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  jit: 'off',
};

const statementTimeoutMs = 30_000;

/** Sets parameters of a session. A pooler such as PgBouncer refuses or ignores them in the message of the start-up. */
export const sessionSettings = (settings: Record<string, string>): { text: string; values: string[] } => ({
  text: `SELECT ${Object.keys(settings)
    .map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
    .join(', ')}`,
  values: Object.entries(settings).flat(),
});

/** For all pools and clients: finds connections that a firewall or a crashed machine dropped without telling. */
export const lossDetection = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** The server cancels slow statements earlier, so a connection that is silent for longer is dead. */
  query_timeout: statementTimeoutMs + 5_000,
};

/** Opens a connection beside the pool. If it is lost, its running query is rejected. */
export async function openClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `potluck ${name}` });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function withClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url, name);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A lost connection rejects its running query and is replaced. Without a listener its error event would end the
 * process, also between its checkout and its first query: `pg` listens while the connection is idle only.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Of no work in particular, so it is neither traced nor counted. */
const untraced = pg.Client.prototype.query as (this: pg.ClientBase, query: pg.QueryConfig) => Promise<unknown>;

/** The first query of each connection. If it fails, the connection is lost, and the next one fails as well. */
function setUpSessions(pool: pg.Pool, settings: Record<string, string>): void {
  const query = sessionSettings(settings);
  pool.on('connect', (client) => void untraced.call(client, query).catch(() => {}));
}

interface PoolOptions {
  max?: number;
  /** So many stay open when nothing happens, with their prepared statements. */
  min?: number;
  /** Of the wait for a connection, and of a transaction. */
  timeoutMs?: number;
}

/** Creates the pool. Connections open on first use. */
export function connect(url: string, { max = 10, min = 0, timeoutMs = 5_000 }: PoolOptions = {}): void {
  const pool = new SharedPool({
    connectionString: url,
    max,
    min,
    types,
    connectionTimeoutMillis: timeoutMs,
    application_name: 'potluck',
    ...lossDetection,
    // Statements that do not wait for each other's results share a round trip.
    pipeline: true,
    ...(isTracing() && { Client: TracedClient }),
  });
  surviveLostConnections(pool);
  setUpSessions(pool, {
    ...plannerSettings,
    statement_timeout: String(statementTimeoutMs),
    // A transaction that its process forgot would keep its locks.
    idle_in_transaction_session_timeout: '60000',
  });
  attach({ pool, url, timeoutMs });
}

/** From now on, statements use this connection. */
export function attach(connection: Connection): void {
  connected = connection;
}

const closers = new Set<() => Promise<void>>();

/** Registers a callback that runs once, when the connection is detached. */
export function onDisconnect(close: () => Promise<void>): void {
  closers.add(close);
}

/** Sets the connection aside without closing it, and returns it. */
export async function detach(): Promise<Connection | undefined> {
  const detached = connected;
  connected = undefined;
  const ending = [...closers];
  closers.clear();
  await Promise.all(ending.map((close) => close()));
  return detached;
}

export async function disconnect(): Promise<void> {
  const closing = await detach();
  await closing?.prisma?.$disconnect();
  await closing?.pool.end();
}

function current() {
  if (!connected) throw new Error('The database is not connected yet');
  return connected;
}

export const pool = (): pg.Pool => current().pool;

/** A longer transaction is rolled back. */
export const transactionTimeoutMs = (): number => current().timeoutMs;

/** Creates the client when it is first used, because its model of the schema takes 15 MB. */
export function prisma(): PrismaClient {
  const connection = current();
  connection.prisma ??= new PrismaClient({ adapter: new PrismaPg(connection.pool) });
  return connection.prisma;
}

type Plain<Value> = Value extends bigint ? number : Value extends bigint[] ? number[] : Value;
export type WithNumbers<Row> = { [Key in keyof Row]: Plain<Row[Key]> };

/** For rows that Prisma read, with ids as `bigint`. Does nothing to rows within them. */
export const withNumbers = <Row extends object>(row: Row): WithNumbers<Row> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toPlain(value)])) as WithNumbers<Row>;

function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  return typeof value === 'bigint' ? Number(value) : value;
}

export const databaseUrl = (): string => current().url;

// A connection that traces its statements by name. Values and SQL text never reach a trace

type Callback = (error: Error | null, result: unknown) => void;

const { query } = pg.Client.prototype;

class TracedClient extends pg.Client {}

TracedClient.prototype.query = function tracedQuery(this: pg.Client, ...args: unknown[]) {
  const pass = (values: unknown[]) => (query as (...values: unknown[]) => unknown).apply(this, values);
  const name = nameOf(args[0]);
  const span = name && begin({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  if (!span) return pass(args);

  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const onResult: Callback = (error, rows) => {
      span.end(error);
      (callback as Callback)(error, rows);
    };
    return pass([...args.slice(0, -1), onResult]);
  }
  const result = pass(args) as Promise<unknown>;
  result.then(
    () => span.end(),
    (error: unknown) => span.end(error),
  );
  return result;
} as typeof query;

/** The name of a prepared statement, or the first word of another one. Null for streams. */
function nameOf(config: unknown): string | null {
  if (typeof config === 'string') return firstWord(config);
  const { name, text, submit } = config as Partial<pg.QueryConfig> & { submit?: unknown };
  if (submit || typeof text !== 'string') return null;
  return name ?? firstWord(text);
}

const firstWord = (text: string) => /^\s*(\w{1,20})/.exec(text)?.[1] ?? 'statement';
