/** What we demand of a database before we promise anything on it. */
import { DatabaseRefusal } from './refusal.ts';
import { ping, selectDatabaseSettings } from './sql/instance.ts';
import { db } from './statement.ts';

const oldest = 15;

/** Throws DatabaseRefusal: a 2xx means committed, so a database that forgets commits is none. */
export async function checkDatabase(): Promise<void> {
  const [settings] = await selectDatabaseSettings(db);
  const major = Math.floor((settings?.version ?? 0) / 10_000);
  if (major < oldest)
    throw new DatabaseRefusal(`PostgreSQL ${major} is too old: ${oldest} or newer is needed`);
  if (settings?.synchronous_commit === 'off') {
    throw new DatabaseRefusal(
      'synchronous_commit is off: turn it on, or a crash loses what was acknowledged',
    );
  }
}

/** Rejects when no statement gets through. */
export async function reachDatabase(): Promise<void> {
  await ping(db);
}

/** In ms; tokens end early or late when clocks differ by more, signatures are refused when they differ by minutes. */
export const maxClockDifference = 2_000;

/** How far, in ms, this machine and the database are apart, at least. */
export async function clockDifference(): Promise<number> {
  const before = Date.now();
  const [{ now } = { now: new Date(0) }] = await selectDatabaseSettings(db);
  return Math.max(before - now.getTime(), now.getTime() - Date.now(), 0);
}
