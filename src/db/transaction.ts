/** One transaction for hand-written statements and Prisma alike. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { connectionSlot, prisma } from './client.ts';
import type { Prisma } from './generated/client.ts';
import type { Executor } from './statement.ts';

export interface Tx extends Executor {
  prisma: Prisma.TransactionClient;
  /** Runs once the transaction is committed, never when it is rolled back. */
  afterCommit(effect: () => void): void;
}

type Companion = (tx: Tx, result: unknown) => Promise<void>;

const companions = new AsyncLocalStorage<Companion>();

/** Every transaction that `work` opens also does `step`, which sees its result, before it commits. */
export function alongside<T>(step: Companion, work: () => Promise<T>): Promise<T> {
  return companions.run(step, work);
}

/** Work that lost to a concurrent transaction is simply done again; it has no effect outside the database. */
const retryable = new Set(['40001', '40P01', 'P2034']);
const attempts = 4;

/**
 * Commits what `work` did or leaves nothing of it. `work` may run several times and must not reach outside the database.
 * Takes at most 5 s, then rolls back.
 */
export async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(work);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (attempt === attempts || typeof code !== 'string' || !retryable.has(code)) throw error;
    }
  }
}

async function attemptOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects = new Set<() => void>();
  const slot: { client?: pg.PoolClient } = {};

  const result = await connectionSlot.run(slot, () =>
    prisma().$transaction(
      async (client) => {
        const tx: Tx = {
          prisma: client,
          run: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
            (await slot.client!.query<Row>(query)).rows,
          afterCommit: (effect) => effects.add(effect),
        };
        const done = await work(tx);
        await companions.getStore()?.(tx, done);
        return done;
      },
      { maxWait: 5_000, timeout: 5_000 },
    ),
  );

  for (const effect of effects) effect();
  return result;
}
