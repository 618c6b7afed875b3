/** Limits shared by all processes on one database. The permits of a process that dies are released at once. */
import pg from 'pg';
import { batched } from '../lib/batch.ts';
import { log } from '../lib/log.ts';
import { databaseUrl, lossDetection, onDisconnect, sessionSettings } from './client.ts';
import { acquirePermits, releasePermits, takeFromFetchBudget } from './sql/jobs.ts';
import { db, type Executor } from './statement.ts';

export interface Permit {
  release(): void;
}

interface HeldPermit {
  number: number;
  isInUse: boolean;
  /** When the session acquired it, and when it was last released locally, in ms. */
  acquiredAt: number;
  releasedAt: number;
}

interface Session {
  executor: Executor;
  held: Map<string, HeldPermit[]>;
}

/** A released permit is kept this long for reuse by this process. */
const reuseWindowMs = 200;
/** A permit returns to the database when it was held this long, so that other processes get their turn. */
const maxHeldMs = 1_000;

let current: { session: Promise<Session> } | undefined;
let sweeper: NodeJS.Timeout | undefined;

/** Returns null while all `limit` permits are in use, in any process, or while the database is unavailable. */
export async function acquirePermit(name: string, limit: number): Promise<Permit | null> {
  try {
    const session = await openSession();
    const idle = session.held.get(name)?.find(({ isInUse, number }) => !isInUse && number < limit);
    if (idle) return use(session, name, idle);
    return await requestPermit({ session, name, limit });
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'no permit can be acquired while the database is unavailable');
    return null;
  }
}

interface PermitRequest {
  session: Session;
  name: string;
  limit: number;
}

/**
 * Concurrent requests are batched. Each statement names a semaphore once, because a session may lock twice what it
 * holds.
 */
const requestPermit = batched(async (requests: PermitRequest[]) => {
  const permits: (Permit | null)[] = requests.map(() => null);
  let remaining = [...requests.keys()];
  while (remaining.length > 0) {
    const names = new Set<string>();
    const batch = remaining.filter((index) => {
      const { name } = requests[index]!;
      return !names.has(name) && names.add(name);
    });
    remaining = remaining.filter((index) => !batch.includes(index));
    const acquired = await acquireBatch(batch.map((index) => requests[index]!));
    for (const [at, index] of batch.entries()) permits[index] = acquired[at] ?? null;
  }
  return permits;
});

async function acquireBatch(requests: PermitRequest[]): Promise<(Permit | null)[]> {
  const { session } = requests[0]!;
  const rows = await acquirePermits(
    session.executor,
    requests.map(({ name }) => name),
    requests.map(({ limit }) => limit),
    requests.map(({ name }) => (session.held.get(name) ?? []).map(({ number }) => number).join(',')),
  );
  return requests.map(({ name }, index) => {
    const number = rows[index]?.number ?? null;
    if (number === null) return null;
    const permit = { number, isInUse: false, acquiredAt: performance.now(), releasedAt: 0 };
    session.held.set(name, [...(session.held.get(name) ?? []), permit]);
    return use(session, name, permit);
  });
}

function use(session: Session, name: string, permit: HeldPermit): Permit {
  permit.isInUse = true;
  return {
    release() {
      permit.isInUse = false;
      permit.releasedAt = performance.now();
      if (permit.releasedAt - permit.acquiredAt > maxHeldMs) void returnPermits(session, [[name, permit]]);
      else sweeper ??= setInterval(returnIdlePermits, reuseWindowMs).unref();
    },
  };
}

async function returnIdlePermits(): Promise<void> {
  const session = await current?.session.catch(() => undefined);
  const before = performance.now() - reuseWindowMs;
  const idle = [...(session?.held ?? [])].flatMap(([name, permits]) =>
    permits
      .filter(({ isInUse, releasedAt }) => !isInUse && releasedAt < before)
      .map((permit): [string, HeldPermit] => [name, permit]),
  );
  if (session && idle.length > 0) await returnPermits(session, idle);
  if (session && session.held.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}

/** Removes them from the map first, so that nothing here reuses a permit that is being returned. */
async function returnPermits(session: Session, permits: [string, HeldPermit][]): Promise<void> {
  for (const [name, returned] of permits) {
    const rest = (session.held.get(name) ?? []).filter((permit) => permit !== returned);
    if (rest.length > 0) session.held.set(name, rest);
    else session.held.delete(name);
  }
  const names = permits.map(([name]) => name);
  const numbers = permits.map(([, { number }]) => number);
  // If the connection is lost, PostgreSQL has released them already.
  await releasePermits(session.executor, names, numbers).catch(() => {});
}

function openSession(): Promise<Session> {
  if (current) return current.session;
  const opening = {
    session: connectSession(() => {
      if (current === opening) current = undefined;
    }),
  };
  current = opening;
  return opening.session;
}

const permitSettings = {
  statement_timeout: '10000',
  // Detects a database host that vanished without closing the connection.
  tcp_keepalives_idle: '20',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** `onLost` is called when the connection, and with it every permit, is gone. */
async function connectSession(onLost: () => void): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: 'potluck-permits',
    connectionTimeoutMillis: 5_000,
    ...lossDetection,
    query_timeout: 15_000,
    // Concurrent requests are independent of each other.
    pipeline: true,
  });
  client.on('error', onLost);
  client.once('end', onLost);
  onDisconnect(async () => {
    onLost();
    await client.end().catch(() => {});
  });
  try {
    await client.connect();
    await client.query(sessionSettings(permitSettings));
  } catch (error) {
    onLost();
    throw error;
  }
  const run = async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => (await client.query<Row>(query)).rows;
  return { executor: { run }, held: new Map() };
}

// Counts the requests that an activity causes, across all jobs that carry the same `fetchBudgetId`

/** Returns whether one more request may be sent; a budget starts with `maxRequests` and lasts a day. */
export async function takeRequest(fetchBudgetId: string, maxRequests: number): Promise<boolean> {
  const key = JSON.stringify(['fetch-budget', fetchBudgetId]);
  return (await takeFromFetchBudget(db, key, maxRequests)).length > 0;
}
