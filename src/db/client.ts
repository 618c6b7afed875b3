/** The connections to PostgreSQL: one pool, shared by hand-written statements and Prisma. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { isTracing } from '../lib/tracing.ts';
import { PrismaClient } from './generated/client.ts';
import { TracedClient } from './traced.ts';

/** Within a transaction, the connection it runs on. */
export const connectionSlot = new AsyncLocalStorage<{ client?: pg.PoolClient }>();

/** Notes which connection a Prisma transaction got, so that hand-written statements can join it. */
class SharedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback) {
      // What waits for a connection gets it while another's work ends, and is none of it.
      super.connect(isTracing() ? AsyncResource.bind(callback) : callback);
      return undefined;
    }
    return super.connect().then((client) => {
      const slot = connectionSlot.getStore();
      if (slot) slot.client = client;
      return client;
    });
  }
}

// Ids and counts are safe integers by construction (decisions: 1 … 2^53−1).
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
// The array type has a number but no name in pg's list.
const int8Array: number = 1016;
types.setTypeParser(int8Array, (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number));

let connected: { pool: pg.Pool; prisma: PrismaClient; url: string } | undefined;

/**
 * Our statements are prepared and find their rows by index whatever the values: planning anew each time, as PostgreSQL likes
 * to do with many sub-selects, costs ten times what running them does. A plan made while a table was empty would walk through
 * all of it once it is full, where an index is not preferred.
 */
export const planning =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c random_page_cost=1.1 -c jit=off';

/** Opens the pool; connections are made when first needed. */
export function connect(url: string, { max = 10 }: { max?: number } = {}): void {
  const pool = new SharedPool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    options: planning,
    application_name: 'potluck',
    keepAlive: true,
    // Statements of a transaction that do not wait for each other's results travel together.
    pipeline: true,
    ...(isTracing() && { Client: TracedClient }),
  });
  // An idle connection that dies is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  connected = { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), url };
}

const closers = new Set<() => Promise<void>>();

/** Runs before the pool is closed, once. */
export function whenDisconnecting(close: () => Promise<void>): void {
  closers.add(close);
}

export async function disconnect(): Promise<void> {
  const closing = connected;
  connected = undefined;
  const ending = [...closers];
  closers.clear();
  await Promise.all(ending.map((close) => close()));
  await closing?.prisma.$disconnect();
  await closing?.pool.end();
}

function current() {
  if (!connected) throw new Error('The database is not connected yet');
  return connected;
}

export const pool = (): pg.Pool => current().pool;
export const prisma = (): PrismaClient => current().prisma;
export const databaseUrl = (): string => current().url;
