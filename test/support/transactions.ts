/** Transactions of other connections, which hold locks while a test runs something. */
import { expect, onTestFinished } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';
import { query } from './database-connection.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

/** Begins a transaction. It ends with the test at the latest. */
export async function openTransaction() {
  const [begun, ended] = [Promise.withResolvers<Prisma.TransactionClient>(), Promise.withResolvers<void>()];
  const hold = async (tx: Prisma.TransactionClient): Promise<void> => {
    begun.resolve(tx);
    await ended.promise;
  };
  const done = prisma().$transaction(hold, { timeout: waitTimeoutMs });
  done.catch(begun.reject);
  const rollback = async () => {
    ended.reject(new Error('rolled back'));
    await done.catch(() => {});
  };
  onTestFinished(rollback);
  const commit = async () => {
    ended.resolve();
    await done;
  };
  return { tx: await begun.promise, commit, rollback };
}

export const isWaitingForLock = async (): Promise<boolean> =>
  (await query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)).length >
  0;

/** Until a statement waits for a lock of another transaction. */
export const untilLocked = () => expect.poll(isWaitingForLock).toBe(true);

/** Does the work while PostgreSQL refuses to write to this table, as a server that is too busy. */
export async function whileBusy<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'too busy' USING ERRCODE = '53300'; END$$`);
  await query(`CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION refuse()`);
  try {
    return await work();
  } finally {
    await query('DROP FUNCTION refuse CASCADE');
  }
}
