/** Checks that the database is new enough and keeps what it acknowledges. */

import { ping, selectDatabaseSettings } from './sql/instance.ts';
import { DatabaseRefusal } from './startup-error.ts';
import { db } from './statement.ts';

const minVersion = 15;

/** Throws DatabaseRefusal. A 2xx response means committed, so commits must survive a crash. */
export async function checkDatabase(): Promise<void> {
  const [settings] = await selectDatabaseSettings(db);
  const major = Math.floor((settings?.version ?? 0) / 10_000);
  if (major < minVersion)
    throw new DatabaseRefusal(`PostgreSQL ${major} is too old: Potluck needs ${minVersion} or newer`);
  if (settings?.synchronous_commit === 'off') {
    throw new DatabaseRefusal('synchronous_commit is off: turn it on, or a crash loses acknowledged data');
  }
}

/** Rejects if the database is unavailable. */
export async function pingDatabase(): Promise<void> {
  await ping(db);
}

/** With more skew tokens expire early or late. With minutes of skew signatures are rejected. */
export const maxClockSkewMs = 2_000;

/** Returns a lower bound in ms for the difference between the clocks of this machine and the database. */
export async function measureClockSkew(): Promise<number> {
  const before = Date.now();
  const [{ now } = { now: new Date(0) }] = await selectDatabaseSettings(db);
  return Math.max(before - now.getTime(), now.getTime() - Date.now(), 0);
}
