/** Statements on `_prisma_migrations`, compatible with Prisma's own CLI. */
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The advisory lock that Prisma's engine uses. */
const lock = 72_707_369;

export type LoggedMigration = { name: string; checksum: string; finished: boolean };

/** Callers poll instead of waiting, because a waiting statement would block CREATE INDEX CONCURRENTLY forever. */
export async function tryLockMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    lock,
  ]);
  return rows[0]!.locked;
}

export async function hasMigrationLog(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  );
  return rows[0]!.found;
}

export async function createMigrationLog(client: ClientBase): Promise<void> {
  await client.query(`CREATE TABLE "_prisma_migrations" (
    id                  varchar(36)  PRIMARY KEY NOT NULL,
    checksum            varchar(64)  NOT NULL,
    finished_at         timestamptz,
    migration_name      varchar(255) NOT NULL,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz  NOT NULL DEFAULT now(),
    applied_steps_count integer      NOT NULL DEFAULT 0
  )`);
}

/** Omits migrations that are marked as rolled back. */
export async function listLoggedMigrations(client: ClientBase): Promise<LoggedMigration[]> {
  const { rows } = await client.query<LoggedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

/** Returns the row's id. */
export async function logStart(client: ClientBase, name: string, checksum: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
    [id, checksum, name],
  );
  return id;
}

export async function logFinish(client: ClientBase, id: string): Promise<void> {
  await client.query(
    'UPDATE "_prisma_migrations" SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

export async function logFailure(client: ClientBase, id: string, reason: string): Promise<void> {
  await client.query('UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1', [id, reason]);
}
