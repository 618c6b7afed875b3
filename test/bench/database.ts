/** Queries the database to see the effects of a benchmark. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onCleanup } from './cleanup.ts';
import type { BenchContext } from './context.ts';
import { progress } from './report.ts';

export interface BenchDatabase {
  row<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row>;
  /** Waits until `sql` counts at least `wanted`. Throws after a minute without progress. */
  until(what: string, wanted: number, sql: string, values?: unknown[]): Promise<void>;
}

export function openDatabase({ databaseUrl }: BenchContext): BenchDatabase {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {});
  onCleanup(() => pool.end());

  const row: BenchDatabase['row'] = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows[0]!;

  const until: BenchDatabase['until'] = async (what, wanted, sql, values) => {
    let seen = -1;
    let movedAt = Date.now();
    let reportedAt = Date.now();
    for (;;) {
      const { count } = await row<{ count: string }>(sql, values);
      if (Number(count) >= wanted) return;
      if (Number(count) !== seen) movedAt = Date.now();
      if (Date.now() - movedAt > 60_000) throw new Error(`${what}: stuck at ${count} of ${wanted}`);
      if (Date.now() - reportedAt > 5_000) {
        progress(`  ${what}: ${count} of ${wanted}`);
        reportedAt = Date.now();
      }
      seen = Number(count);
      // Counting takes CPU time from the measured processes.
      await sleep(1_000);
    }
  };
  return { row, until };
}

/** Waits until the outbox is empty. */
export const waitForEmptyOutbox = (database: BenchDatabase): Promise<void> =>
  database.until('settling', 0, 'SELECT -count(*) AS count FROM outbox WHERE quarantined_at IS NULL');
