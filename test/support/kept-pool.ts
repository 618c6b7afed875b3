/** The connections that stay open from file to file of a worker, with their catalogue and plans. */
import type pg from 'pg';

/** On `globalThis`, because modules may be evaluated again. */
const shared = globalThis as typeof globalThis & { keptPool?: { pool: pg.Pool; backends: Set<number> } | undefined };

export const isKept = (pool: pg.Pool): boolean => shared.keptPool?.pool === pool && !pool.ending;

export function keepPool(pool: pg.Pool): void {
  // That of modules which were evaluated again.
  closeKeptPool();
  const backends = new Set<number>();
  pool.on('connect', (client) => backends.add(backendOf(client)));
  pool.on('remove', (client) => backends.delete(backendOf(client)));
  shared.keptPool = { pool, backends };
}

export const keptBackends = (): number[] => [...(shared.keptPool?.backends ?? [])];

/** Does not wait: the setup ends what is left. */
export function closeKeptPool(): void {
  const { keptPool } = shared;
  shared.keptPool = undefined;
  if (keptPool && !keptPool.pool.ending) void keptPool.pool.end();
}

const backendOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID;
