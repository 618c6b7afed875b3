/** Runs transactions for hand-written statements and, on request, for Prisma. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { log } from '../lib/log.ts';
import { operationName } from '../lib/operation.ts';
import { traceparent } from '../lib/tracing/tracing.ts';
import { pool, prisma, transactionConnection, transactionTimeoutMs } from './client.ts';
import { isForeignKeyViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import { db, type Executor } from './statement.ts';

export interface Tx extends Executor {
  /** Runs after the commit, and never after a rollback. */
  afterCommit(effect: () => void): void;
}

export interface PrismaTx extends Tx {
  prisma: Prisma.TransactionClient;
}

/** What the caller of an operation adds to its transaction, given what the operation returns. */
export type BeforeCommit<Result> = (tx: Tx, result: Result) => Promise<void>;

/**
 * Commits after `work` or rolls back. `work` is repeated after a serialisation failure, a deadlock or a reference to a
 * row that was deleted in the meantime, so it must have no effects outside the database. Transactions longer than
 * `transactionTimeoutMs`, which is 5 s, are rolled back.
 */
export function transact<T>(work: (tx: Tx) => Promise<T>, beforeCommit?: BeforeCommit<T>): Promise<T> {
  return retried(async (attempt) => {
    const { client, release } = await acquireConnection();
    // Closing the connection makes the server roll back.
    const timeout = setTimeout(() => release('broken'), transactionTimeoutMs());
    // Sent together with the first statement. If it fails, the connection is closed before the statement takes effect.
    run(client, { text: 'BEGIN' }).catch(() => release('broken'));
    recordTraceparent(client);
    try {
      const tx = txOn(client, attempt);
      const result = await work(tx);
      await beforeCommit?.(tx, result);
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed');
      release();
      return result;
    } catch (error) {
      const rolledBack = await client.query('ROLLBACK').catch(() => null);
      release(rolledBack ? undefined : 'broken');
      throw error;
    } finally {
      clearTimeout(timeout);
    }
  });
}

/** Runs a single statement that enqueues jobs. While tracing is on it needs a transaction, which carries the trace. */
export function runEnqueuing<T>(work: (on: Executor) => Promise<T>): Promise<T> {
  return traceparent() === null ? work(db) : transact(work);
}

async function acquireConnection(): Promise<{ client: pg.PoolClient; release(broken?: 'broken'): void }> {
  const client = await pool().connect();
  let isReleased = false;
  return {
    client,
    release: (broken) => {
      if (isReleased) return;
      isReleased = true;
      if (broken) (client as Streaming).connection.stream.destroy();
      client.release(broken === 'broken');
    },
  };
}

/** A transaction for Prisma and hand-written statements. It costs about 400 µs more processor time than `transact`. */
export function transactWithPrisma<T>(work: (tx: PrismaTx) => Promise<T>, beforeCommit?: BeforeCommit<T>): Promise<T> {
  return retried((attempt) => {
    const connection: { client?: pg.PoolClient } = {};
    return transactionConnection.run(connection, () =>
      prisma().$transaction(
        async (client) => {
          recordTraceparent(connection.client!);
          const tx = { ...withTimeout(txOn(connection.client!, attempt)), prisma: client };
          const result = await work(tx);
          await beforeCommit?.(tx, result);
          return result;
        },
        { maxWait: transactionTimeoutMs(), timeout: 2 * transactionTimeoutMs() },
      ),
    );
  });
}

/** After Prisma rolls back, the connection serves others, and a late statement would commit on its own. */
function withTimeout(tx: Tx): Tx {
  const deadline = performance.now() + transactionTimeoutMs();
  return {
    ...tx,
    run: async (query) => {
      if (performance.now() > deadline) throw new Error('the transaction took too long');
      return tx.run(query);
    },
  };
}

/** Stores the current trace in the transaction, from which `outbox.trace` takes its default. */
function recordTraceparent(client: pg.PoolClient): void {
  const trace = traceparent();
  // If it fails, all later statements of the transaction fail as well.
  if (trace) run(client, { text: `SET LOCAL potluck.trace = '${trace}'` }).catch(() => {});
}

interface Attempt {
  /** Run after the commit. */
  effects: Set<() => void>;
  /** The last one that was sent. */
  statement?: string | undefined;
}

type Streaming = pg.PoolClient & { connection: { stream: Socket } };

/** Sends statements of the same tick in one packet, because waking the server costs more than a small statement. */
async function run<Row extends pg.QueryResultRow>(client: pg.PoolClient, query: pg.QueryConfig): Promise<Row[]> {
  const { stream } = (client as Streaming).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return (await client.query<Row>(query)).rows;
}

const txOn = (client: pg.PoolClient, attempt: Attempt): Tx => ({
  run: (query) => {
    attempt.statement = query.name;
    return run(client, query);
  },
  afterCommit: (effect) => void attempt.effects.add(effect),
});

/** Serialisation failure, deadlock, and Prisma's code for both. */
const retryable = new Set(['40001', '40P01', 'P2034']);

const isRetryable = (error: unknown): boolean =>
  retryable.has(String((error as { code?: unknown }).code)) || isForeignKeyViolation(error);
const maxAttempts = 4;

async function retried<T>(run: (attempt: Attempt) => Promise<T>): Promise<T> {
  const timeoutMs = transactionTimeoutMs();
  for (let number = 1; ; number += 1) {
    const attempt: Attempt = { effects: new Set() };
    const began = performance.now();
    try {
      const result = await run(attempt);
      for (const effect of attempt.effects) effect();
      return result;
    } catch (error) {
      const ms = Math.round(performance.now() - began);
      // The client is told to try again, which does not help, so an operator must learn of it.
      if (ms >= timeoutMs)
        log.warn(
          { operation: operationName(), statement: attempt.statement, ms, error: (error as Error).message },
          'a transaction took too long and was rolled back',
        );
      if (number === maxAttempts || !isRetryable(error)) throw error;
    }
  }
}
