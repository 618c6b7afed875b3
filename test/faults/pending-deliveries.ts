/** Counts deliveries that have not ended, and brings them to an end. */
import type { Instance } from '../support/instance.ts';
import { type Clock, openClock } from './clock.ts';
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

/** Ends the deliveries that wait for hosts, so that nothing is left to do. Two hours pass on the fake clock. */
export async function giveUpOn(instance: Instance, hosts: string[]): Promise<void> {
  await query(instance, `UPDATE delivery SET state = 'failed' WHERE state = 'pending' AND host = ANY($1)`, [hosts]);
  await openClock(instance).pass(2 * hour);
}

/** At most two days pass on the fake clock. */
export async function passUntilDelivered(instance: Instance, clock: Clock): Promise<void> {
  for (let hours = 0; hours < 48 && (await countPending(instance)) > 0; hours += 1) await clock.pass(hour);
}
