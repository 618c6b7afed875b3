/** Waits until a server has nothing left to do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.ts';
import { query } from './database.ts';

/** Recurring jobs come and go at any time. */
const recurring = ['refresh-trending', 'prune', 'reconcile', 'refresh-accounts'];

/** Unfinished jobs, without quarantined and recurring ones, and activities that were received and not processed. */
const pending = `
  SELECT job, count(*)::int AS count FROM outbox WHERE quarantined_at IS NULL AND job <> ALL($1::text[]) GROUP BY job
  UNION ALL SELECT 'inbound', count(*)::int FROM inbound WHERE handled_at IS NULL HAVING count(*) > 0`;

/** Resolves to the ms it took. Rejects with what is left when the timeout passes. */
export async function quiesce(instance: Instance, timeoutMs = 120_000): Promise<number> {
  const began = performance.now();
  for (;;) {
    const left = await query<{ job: string; count: number }>(instance, pending, [recurring]).catch((error: Error) => [
      { job: error.message, count: 1 },
    ]);
    const ms = performance.now() - began;
    if (left.length === 0) return ms;
    if (ms > timeoutMs) throw new Error(`${instance.name} is not quiet after ${timeoutMs} ms: ${JSON.stringify(left)}`);
    await sleep(200);
  }
}
