/** Queries the database to see the effects of a benchmark. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { atEnd } from './ending.ts';
import { progress } from './report.ts';
import type { Stage } from './stage.ts';

export interface Look {
  row<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row>;
  /** Waits until `sql` counts at least `wanted`. Throws after a minute without progress. */
  until(what: string, wanted: number, sql: string, values?: unknown[]): Promise<void>;
}

export function openLook({ databaseUrl }: Stage): Look {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {});
  atEnd(() => pool.end());

  const row: Look['row'] = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows[0]!;

  const until: Look['until'] = async (what, wanted, sql, values) => {
    let seen = -1;
    let movedAt = Date.now();
    let toldAt = Date.now();
    for (;;) {
      const { count } = await row<{ count: string }>(sql, values);
      if (Number(count) >= wanted) return;
      if (Number(count) !== seen) movedAt = Date.now();
      if (Date.now() - movedAt > 60_000) throw new Error(`${what}: stuck at ${count} of ${wanted}`);
      if (Date.now() - toldAt > 5_000) {
        progress(`  ${what}: ${count} of ${wanted}`);
        toldAt = Date.now();
      }
      seen = Number(count);
      // Counting takes CPU time from the measured processes.
      await sleep(1_000);
    }
  };
  return { row, until };
}

/** Waits until the outbox is empty. */
export const settled = (look: Look): Promise<void> =>
  look.until('settling', 0, 'SELECT -count(*) AS count FROM outbox WHERE quarantined_at IS NULL');
