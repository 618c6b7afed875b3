/** Counts deliveries that have not ended, and lets time pass until all have. */
import type { Instance } from '../support/instance.ts';
import type { Clock } from './clock.ts';
import { query } from './database.ts';

/** @param hosts all by default */
export async function countPending(instance: Instance, hosts: string[] | null = null): Promise<number> {
  const [row] = await query<{ count: number }>(
    instance,
    `SELECT count(*)::int AS count FROM delivery WHERE state = 'pending' AND ($1::text[] IS NULL OR host = ANY($1))`,
    [hosts],
  );
  return row!.count;
}

const hour = 3_600_000;

/** At most two days pass on the fake clock. */
export async function passUntilDelivered(instance: Instance, clock: Clock): Promise<void> {
  for (let hours = 0; hours < 48 && (await countPending(instance)) > 0; hours += 1) await clock.pass(hour);
}
