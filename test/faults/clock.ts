/** A fake clock: moves a server into the future by moving the times in its tables into the past. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.ts';
import { query } from './database.ts';

export interface Clock {
  /** Milliseconds that have passed on the fake clock, at a time of `performance.now()`; now by default. */
  elapsedMs(at?: number): number;
  /** Lets so much time pass, at most `stepMs` at once. After each step everything that is due runs. */
  pass(ms: number, stepMs?: number): Promise<void>;
}

/** Tables with times that decide about deliveries. Sessions and tokens keep their times. */
const tables = ['outbox', 'delivery', 'activity', 'host', 'inbound'];
const recurring = ['refresh-trending', 'prune', 'refresh-accounts'];
/** What is due sooner than this runs before the clock moves, in seconds. */
const soon = 2;

export function openClock(instance: Instance): Clock {
  const began = performance.now();
  const moves: { at: number; ms: number }[] = [];
  const elapsedMs = (at = performance.now()) =>
    moves.reduce((sum, move) => sum + (move.at <= at ? move.ms : 0), at - began);

  return {
    elapsedMs,
    pass: async (ms, stepMs = ms) => {
      await waitForDueJobs(instance);
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(left, stepMs);
        moves.push({ at: performance.now(), ms: step });
        await move(instance, step);
        await waitForDueJobs(instance);
      }
    },
  };
}

async function move(instance: Instance, ms: number): Promise<void> {
  const columns = await query<{ table: string; assignments: string }>(
    instance,
    `SELECT table_name AS table, string_agg(format('%1$I = %1$I - $1::float8 * interval ''1 ms''', column_name), ', ') AS assignments
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY($1) AND data_type = 'timestamp with time zone'
     GROUP BY table_name ORDER BY table_name`,
    [tables],
  );
  // One statement, so that no job sees half of it.
  const updates = columns.map(({ table, assignments }, n) => `u${n} AS (UPDATE ${table} SET ${assignments})`);
  await query(instance, `WITH ${updates.join(', ')} SELECT pg_notify('outbox', '')`, [ms]);
}

/** Waits until no job runs or is about to. */
async function waitForDueJobs(instance: Instance, timeoutMs = 60_000): Promise<void> {
  for (const began = performance.now(); performance.now() - began < timeoutMs; await sleep(50)) {
    const [left] = await query<{ count: number }>(
      instance,
      `SELECT count(*)::int AS count FROM outbox WHERE quarantined_at IS NULL AND job <> ALL($1::text[])
         AND (dispatched_at IS NOT NULL OR due_at <= now() + $2 * interval '1 second')`,
      [recurring, soon],
    );
    if (left!.count === 0) return;
  }
  throw new Error(`jobs of ${instance.name} are still running after ${timeoutMs} ms`);
}
