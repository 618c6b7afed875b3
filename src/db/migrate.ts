/** Applies migrations. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { root } from '../lib/paths.ts';
import { withClient } from './client.ts';
import { DatabaseRefusal, isDeadlock } from './errors.ts';
import {
  createMigrationLog,
  hasMigrationLog,
  type LoggedMigration,
  listLoggedMigrations,
  logFailure,
  logFinish,
  logStart,
  tryLockMigrations,
} from './sql/database.ts';
import { ping, selectDatabaseSettings } from './sql/instance.ts';
import { db } from './statement.ts';

// Checks that the database is new enough and keeps what it acknowledges

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

// Applies pending migrations. Safe to run from several processes at once; there are no down migrations.

type Migration = { name: string; sql: string; checksum: string };
type Options = {
  log?: (line: string) => void;
  folder?: string;
  /** Applies exactly these migrations, such as those of a backup. */
  exactly?: LoggedMigration[];
};

const shipped = join(root, 'prisma/migrations');

/**
 * Returns the names of the applied migrations. Each runs in a transaction, unless its first line is `--
 * no-transaction`. Then it must be a single statement, such as CREATE INDEX CONCURRENTLY.
 * @throws DatabaseRefusal with one line for the operator
 */
export function migrate(url: string, { log = () => {}, folder = shipped, exactly }: Options = {}): Promise<string[]> {
  return withClient(url, 'migrate', async (client) => {
    await acquireLock(client, log);
    if (!(await hasMigrationLog(client))) await createMigrationLog(client);

    const migrations = exactly ? select(exactly, readMigrations(folder)) : readMigrations(folder);
    const logged = await listLoggedMigrations(client);
    for (const unknown of logged.filter(({ name }) => migrations.every((known) => known.name !== name))) {
      log(`the database is newer than this version: it has ${unknown.name}`);
    }
    const pending = unapplied(migrations, logged);

    for (const migration of pending) {
      await apply(client, migration);
      log(`applied ${migration.name}`);
    }
    return pending.map(({ name }) => name);
  });
}

/** Returns the names in order of application. Throws like `migrate`. */
export function pendingMigrations(url: string, { folder = shipped }: Options = {}): Promise<string[]> {
  return withClient(url, 'migrate', async (client) => {
    const logged = (await hasMigrationLog(client)) ? await listLoggedMigrations(client) : [];
    return unapplied(readMigrations(folder), logged).map(({ name }) => name);
  });
}

/** The lock is released when the connection closes. */
async function acquireLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  if (await tryLockMigrations(client)) return;
  log('waiting for another process that applies migrations');
  while (!(await tryLockMigrations(client))) await sleep(100);
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: hash('sha256', sql) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function select(wanted: LoggedMigration[], known: Migration[]): Migration[] {
  const unknown = wanted.find(
    ({ name, checksum }) => !known.some((one) => one.name === name && one.checksum === checksum),
  );
  if (!unknown) return known.filter(({ name }) => wanted.some((one) => one.name === name));
  throw new DatabaseRefusal(
    `The backup has the migration ${unknown.name}, which this version of Potluck does not have: ` +
      'install the version that made the backup, or a newer one',
  );
}

function unapplied(migrations: Migration[], logged: LoggedMigration[]): Migration[] {
  const failed = logged.find(({ finished }) => !finished);
  if (failed) {
    throw new DatabaseRefusal(
      `Migration ${failed.name} was started but did not finish: undo its changes by hand, ` +
        `then run "npx prisma migrate resolve --rolled-back ${failed.name}" ` +
        `or set rolled_back_at in its row of _prisma_migrations, and start again.`,
    );
  }

  const applied = new Map(logged.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new DatabaseRefusal(
      `Migration ${changed.name} was changed after it was applied: restore its file, ` +
        'and write the change as a new migration.',
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Other processes may lock the tables in another order while they serve requests. */
const maxDeadlocks = 10;

async function apply(client: pg.Client, migration: Migration, deadlocks = 0): Promise<void> {
  const { name, sql, checksum } = migration;
  const isSingleStatement = sql.startsWith('-- no-transaction');
  if (!isSingleStatement) await client.query('BEGIN');
  const id = await logStart(client, name, checksum);
  try {
    await client.query(sql);
    await logFinish(client, id);
    if (!isSingleStatement) await client.query('COMMIT');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The rollback also removes the log row, so the next start tries again.
    await (isSingleStatement ? logFailure(client, id, reason) : client.query('ROLLBACK')).catch(() => {});
    if (!isSingleStatement && isDeadlock(error) && deadlocks < maxDeadlocks) {
      await sleep(100 * (deadlocks + 1));
      return apply(client, migration, deadlocks + 1);
    }
    throw new DatabaseRefusal(`Migration ${name} failed: ${reason}`);
  }
}
