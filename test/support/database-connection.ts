/** Connects a test file to its database while it runs. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { attach, connect, detach, disconnect, pool } from '../../src/db/client.ts';
import { isKept, keepPool } from './kept-pool.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

export function useDatabase(): void {
  beforeAll(connectDatabase);
  afterAll(releaseDatabase);
}

/** The connections stay open for the next file of the worker, once no statement runs. */
async function releaseDatabase(): Promise<void> {
  if (!isConnectionKept()) return disconnect();
  attach((await detach())!);
  await vi.waitFor(() => expect(busyCount()).toBe(0), { timeout: waitTimeoutMs, interval: 5 });
}

/**
 * A test waits less for a free connection than for a new one, which loads the catalogue and plans each statement again.
 */
export function connectDatabase(): void {
  if (isConnectionKept()) return;
  // On a busy machine, requests and transactions may take longer than a server lets them.
  connect(process.env.DATABASE_URL!, { max: 4, min: 4, timeoutMs: waitTimeoutMs });
  keepPool(pool());
}

function isConnectionKept(): boolean {
  try {
    return isKept(pool());
  } catch {
    // There is no connection.
    return false;
  }
}

function busyCount(): number {
  const { idleCount, totalCount, waitingCount } = pool();
  return waitingCount + totalCount - idleCount;
}

/** Runs a statement that only tests need: in the helpers of this folder, and where a table is the subject of a test. */
export async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool().query(sql, values)).rows as Row[];
}
