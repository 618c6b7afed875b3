/** One transaction for hand-written statements, and for Prisma too where an operation asks for it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { traceparent } from '../lib/tracing.ts';
import { connectionSlot, pool, prisma } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { db, type Executor } from './statement.ts';

export interface Tx extends Executor {
  /** Runs once the transaction is committed, never when it is rolled back. */
  afterCommit(effect: () => void): void;
}

export interface PrismaTx extends Tx {
  prisma: Prisma.TransactionClient;
}

type Companion = (tx: Tx, result: unknown) => Promise<void>;

const companions = new AsyncLocalStorage<Companion>();

/** Every transaction that `work` opens also does `step`, which sees its result, before it commits. */
export function alongside<T>(step: Companion, work: () => Promise<T>): Promise<T> {
  return companions.run(step, work);
}

const longestMs = 5_000;

/**
 * Commits what `work` did or leaves nothing of it. `work` may run several times and must not reach outside the database.
 * Takes at most 5 s, then rolls back.
 */
export function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return retried(async (effects) => {
    const { client, giveBack } = await borrow();
    // The server rolls back what was begun on a connection that is cut.
    const tooLong = setTimeout(() => giveBack('broken'), longestMs);
    // Goes out with the first statement; a connection on which it fails is cut before anything else is done there.
    run(client, { text: 'BEGIN' }).catch(() => giveBack('broken'));
    noteTrace(client);
    try {
      const result = await accompanied(work, txOn(client, effects));
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
      giveBack();
      return result;
    } catch (error) {
      const rolledBack = await client.query('ROLLBACK').catch(() => null);
      giveBack(rolledBack ? undefined : 'broken');
      throw error;
    } finally {
      clearTimeout(tooLong);
    }
  });
}

/** A single statement is a transaction by itself; the jobs that it promises bear a trace only inside one of ours. */
export function promising<T>(work: (on: Executor) => Promise<T>): Promise<T> {
  return traceparent() === null ? work(db) : transact(work);
}

async function borrow(): Promise<{ client: pg.PoolClient; giveBack(broken?: 'broken'): void }> {
  const client = await pool().connect();
  // What breaks the connection fails the query under way; as an event nobody hears it would end the process.
  const unheard = () => {};
  client.on('error', unheard);
  let mine = true;
  return {
    client,
    giveBack: (broken) => {
      if (!mine) return;
      mine = false;
      client.off('error', unheard);
      if (broken) (client as Streaming).connection.stream.destroy();
      client.release(broken === 'broken');
    },
  };
}

/** The same with Prisma at hand. Each takes some 400 µs of processor time more, so what is done often does without. */
export function transactWithPrisma<T>(work: (tx: PrismaTx) => Promise<T>): Promise<T> {
  return retried((effects) => {
    const slot: { client?: pg.PoolClient } = {};
    return connectionSlot.run(slot, () =>
      prisma().$transaction(
        (client) => {
          noteTrace(slot.client!);
          return accompanied(work, { ...inTime(txOn(slot.client!, effects)), prisma: client });
        },
        { maxWait: longestMs, timeout: 2 * longestMs },
      ),
    );
  });
}

/** Past its time it runs nothing: once Prisma has rolled back, the connection is another's, and a statement would stand for itself. */
function inTime(tx: Tx): Tx {
  const until = performance.now() + longestMs;
  return {
    ...tx,
    run: async (query) => {
      if (performance.now() > until) throw new Error('the transaction took too long');
      return tx.run(query);
    },
  };
}

/** Jobs that are promised in the transaction follow from what is under way: `outbox.trace` takes it from here. */
function noteTrace(client: pg.PoolClient): void {
  const trace = traceparent();
  // If it fails, so does all that comes after it in the transaction.
  if (trace) run(client, { text: `SET LOCAL potluck.trace = '${trace}'` }).catch(() => {});
}

type Effects = Set<() => void>;

type Streaming = pg.PoolClient & { connection: { stream: Socket } };

/** What is asked in one go is sent in one go: waking the server costs more than a small statement does. */
async function run<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const { stream } = (client as Streaming).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return (await client.query<Row>(query)).rows;
}

const txOn = (client: pg.PoolClient, effects: Effects): Tx => ({
  run: (query) => run(client, query),
  afterCommit: (effect) => void effects.add(effect),
});

async function accompanied<T, Given extends Tx>(work: (tx: Given) => Promise<T>, tx: Given): Promise<T> {
  const result = await work(tx);
  await companions.getStore()?.(tx, result);
  return result;
}

/** Work that lost to a concurrent transaction is simply done again; it has no effect outside the database. */
const retryable = new Set(['40001', '40P01', 'P2034']);
const attempts = 4;

async function retried<T>(attempt: (effects: Effects) => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    const effects: Effects = new Set();
    try {
      const result = await attempt(effects);
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (number === attempts || typeof code !== 'string' || !retryable.has(code)) throw error;
    }
  }
}
