/** Statements on the database itself: its owner, migrations and dumps. */
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

// Statements that give the embedded database to a role without superuser rights

const transferLock = 72_707_371;

/**
 * Lists the objects that the superuser of initdb (OID 10) created in this database. Parts of another object or of an
 * extension are left out, because they keep its owner. PostgreSQL's own objects have an OID below 16384.
 */
const ownedBySuperuser = `
  SELECT object.type, object.identity
  FROM (
    SELECT 'pg_namespace'::regclass AS class, oid, nspowner AS owner, false AS is_sequence FROM pg_namespace
    UNION ALL SELECT 'pg_class', oid, relowner, relkind = 'S' FROM pg_class WHERE relkind IN ('r', 'p', 'f', 'v', 'm',
      'S')
    UNION ALL SELECT 'pg_type', oid, typowner, false FROM pg_type
    UNION ALL SELECT 'pg_proc', oid, proowner, false FROM pg_proc
  ) found, pg_identify_object(found.class, found.oid, 0) AS object
  WHERE found.owner = 10 AND found.oid >= 16384
    AND coalesce(object.schema, object.name) NOT LIKE 'pg\\_%'
    AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = found.class AND d.objid = found.oid AND d.objsubid = 0
        AND (d.deptype IN ('i', 'e') OR d.deptype = 'a' AND found.is_sequence))`;

/** Returns true if the connected role owns the database, and the superuser owns nothing in it. */
export async function ownsDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT d.datdba = current_user::regrole AND NOT EXISTS (${ownedBySuperuser}) AS owns
     FROM pg_database d WHERE d.datname = current_database()`,
  );
  return rows[0]!.owns;
}

/** An object that could not be transferred yet. The role has all rights on it meanwhile. */
interface BlockedTransfer {
  object: string;
  /** The sessions that use it, with their process ids. */
  heldBy: string[];
}

const lockNotAvailable = '55P03';

/**
 * Makes `role` the owner of the database and of all that the superuser created in it. Objects that another session uses
 * for longer than 5 s are left to a later call, and returned.
 * @param choosePassword is called by one process at a time
 */
export async function transferDatabase(
  client: ClientBase,
  role: string,
  choosePassword: () => string,
): Promise<BlockedTransfer[]> {
  const name = client.escapeIdentifier(role);
  // The owner role can create functions and operators, which the superuser must not run.
  await client.query(`BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = '5s'`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [transferLock]);

  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  await client.query(
    `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS
     PASSWORD ${client.escapeLiteral(choosePassword())}`,
  );

  const { rows } = await client.query<{ type: string; identity: string }>(
    `SELECT 'database' AS type, quote_ident(current_database()) AS identity UNION ALL ${ownedBySuperuser}`,
  );
  const blocked: BlockedTransfer[] = [];
  for (const { type, identity } of rows) {
    if (await tryUnlessLocked(client, `ALTER ${type} ${identity} OWNER TO ${name}`)) continue;
    blocked.push({ object: `${type} ${identity}`, heldBy: await listHolders(client, identity) });
    const kind = grantable.includes(type) ? type : relations.includes(type) ? 'table' : null;
    if (kind) await tryUnlessLocked(client, `GRANT ALL ON ${kind} ${identity} TO ${name}`);
    // The same session probably holds others too.
    await client.query(`SET LOCAL lock_timeout = '100ms'`);
  }
  await client.query('COMMIT');
  return blocked;
}

const grantable = ['database', 'schema', 'sequence', 'table'];
const relations = ['view', 'materialized view', 'foreign table'];

/** Returns false if another session uses the object for too long. */
async function tryUnlessLocked(client: ClientBase, sql: string): Promise<boolean> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql);
    await client.query('RELEASE SAVEPOINT attempt');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    return false;
  }
}

async function listHolders(client: ClientBase, identity: string): Promise<string[]> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT concat_ws(' ', 'process', pid, '(' || nullif(application_name, '') || ')', state) AS holder
      FROM pg_stat_activity
     WHERE pid <> pg_backend_pid()
       AND pid IN (SELECT pid FROM pg_locks WHERE granted AND relation = to_regclass($1))`,
    [identity],
  );
  return rows.map(({ holder }) => holder);
}

// Counts the processes that use the embedded PostgreSQL. Each holds a shared lock, which ends with its connection
// even after kill -9.

const key = 72_707_370;

/** Fails with 08006 or 57P01 if the database is shutting down. */
export async function registerUser(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [key]);
}

/** Returns true if no other process is left. Then none can register any more, and the database may be stopped. */
export async function unregisterUser(client: ClientBase): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [key]);
  const { rows } = await client.query<{ isLast: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLast"', [key]);
  return rows[0]!.isLast;
}

export async function createDatabase(client: ClientBase, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
}

// Statements on `_prisma_migrations`, compatible with Prisma's own CLI

/** The advisory lock that Prisma's engine uses. */
const migrationLock = 72_707_369;

export type LoggedMigration = { name: string; checksum: string; finished: boolean };

/** Callers poll instead of waiting, because a waiting statement would block CREATE INDEX CONCURRENTLY forever. */
export async function tryLockMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    migrationLock,
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
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
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

// Statements that copy a consistent snapshot out of a database and into an empty one

export interface DumpedTable {
  name: string;
  columns: string[];
}

export interface DumpedSequence {
  name: string;
  /** The last value, or null if the sequence was never used. */
  value: number | null;
}

const migrationLog = '_prisma_migrations';

/** All later reads of the transaction see the same snapshot. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** Referenced tables come before the tables that reference them. */
export async function listTables(client: ClientBase): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable & { needs: string[] }>(
    `SELECT c.relname::text AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
             WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> $1 ORDER BY 1`,
    [migrationLog],
  );
  const waiting = new Map(rows.map((row) => [row.name, row]));
  const sorted: DumpedTable[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (free.length === 0) throw new Error(`tables need each other: ${[...waiting.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

export async function listSequences(client: ClientBase): Promise<DumpedSequence[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name, value }) => ({ name, value: value === null ? null : Number(value) }));
}

/** Nobody writes to the tables until the transaction ends. Fails with 55P03 if somebody is writing. */
export async function lockTables(client: ClientBase, tables: DumpedTable[]): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`SET LOCAL lock_timeout = '5s'`);
  await client.query(`LOCK TABLE ${names.join(', ')} IN SHARE MODE`);
}

/** Counts the connections of other Potluck processes that use this role. */
export async function countConnections(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'potluck%' AND pid <> pg_backend_pid()`,
  );
  return rows[0]!.count;
}

export interface TableSum {
  rows: number;
  /** Equal for equal rows in any order. */
  checksum: string;
}

/** Adds up two halves of a hash of each row. Must run in a transaction, whose settings it changes. */
export async function sumTable(client: ClientBase, table: DumpedTable): Promise<TableSum> {
  await client.query(
    `SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
       set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
       set_config('extra_float_digits', '1', true)`,
  );
  const half = (from: number) => `coalesce(sum(('x' || substr(hash, ${from}, 15))::bit(60)::bigint), 0)`;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const { rows } = await client.query<TableSum>(
    `SELECT count(*)::float8 AS rows, ${half(1)} || '-' || ${half(16)} AS checksum
     FROM (SELECT encode(sha256(convert_to(ROW(${columns})::text, 'UTF8')), 'hex') AS hash
           FROM ${client.escapeIdentifier(table.name)}) hashed`,
  );
  return rows[0]!;
}

const columnsOf = (client: ClientBase, { name, columns }: DumpedTable) =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;

export const copyOut = (client: ClientBase, table: DumpedTable): string => `COPY ${columnsOf(client, table)} TO STDOUT`;

/** The table must have been truncated in the same transaction. Then its rows need no VACUUM, and perhaps no WAL. */
export const copyIn = (client: ClientBase, table: DumpedTable): string =>
  `COPY ${columnsOf(client, table)} FROM STDIN (FREEZE)`;

/** Returns true if no table has a row. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount) return false;
  }
  return true;
}

/** Drops tables and types that an interrupted start or restore left in an empty database. */
export async function clearSchema(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1`);
  if (!rowCount) return;
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public');
}

/** Triggers are disabled during a restore, because the rows already have their final values. */
export async function setTriggers(client: ClientBase, tables: DumpedTable[], on: boolean): Promise<void> {
  for (const { name } of tables)
    await client.query(`ALTER TABLE ${client.escapeIdentifier(name)} ${on ? 'ENABLE' : 'DISABLE'} TRIGGER USER`);
}

/** What is created after the rows, which takes a fraction of the time. */
interface Deferred {
  indexes: { name: string; definition: string }[];
  foreignKeys: { name: string; table: string; definition: string }[];
}

/** Drops foreign keys, and those indexes of the tables that are not part of a constraint. */
export async function deferIndexes(client: ClientBase, tables: DumpedTable[]): Promise<Deferred> {
  const { rows: foreignKeys } = await client.query<Deferred['foreignKeys'][number]>(
    `SELECT k.conname::text AS name, c.relname::text AS table, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND k.contype = 'f' ORDER BY k.oid`,
  );
  const { rows: indexes } = await client.query<Deferred['indexes'][number]>(
    `SELECT i.relname::text AS name, pg_get_indexdef(i.oid) AS definition
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relname = ANY($1) AND NOT EXISTS (
       SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
     ORDER BY c.relname, i.oid`,
    [tables.map(({ name }) => name)],
  );
  for (const { name, table } of foreignKeys)
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(table)} DROP CONSTRAINT ${client.escapeIdentifier(name)}`,
    );
  for (const { name } of indexes) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  return { indexes, foreignKeys };
}

/** Call it after `deferIndexes`: tables with foreign keys are emptied together only. */
export async function truncateTables(client: ClientBase, tables: DumpedTable[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`);
}

/** In the order in which they were created, because PostgreSQL runs the triggers of foreign keys in that order. */
export async function createDeferred(client: ClientBase, { indexes, foreignKeys }: Deferred): Promise<void> {
  for (const { definition } of indexes) await client.query(definition);
  for (const { name, table, definition } of foreignKeys)
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(table)} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`,
    );
}

/** Until the end of the transaction. */
export async function setBuildMemory(client: ClientBase, megabytes: number): Promise<void> {
  await client.query(`SELECT set_config('maintenance_work_mem', $1, true)`, [`${megabytes}MB`]);
}

export async function analyze(client: ClientBase): Promise<void> {
  await client.query('ANALYZE');
}

/** Nobody else knows its numbers, and a search looks for the newest recipes at its end. */
const sequenceWithoutGap = 'recipe_search_seq_seq';

/** The next value is more than `gap` above the last one. */
export async function continueSequences(client: ClientBase, sequences: DumpedSequence[], gap: number): Promise<void> {
  for (const { name, value } of sequences) {
    if (value === null) continue;
    const next = name === sequenceWithoutGap ? value : value + gap;
    await client.query('SELECT setval($1::regclass, $2)', [client.escapeIdentifier(name), next]);
  }
}

/** Marks all jobs as not dispatched and quarantines those with the given names. Returns how many are quarantined. */
export async function resetOutbox(client: ClientBase, jobs: string[], reason: string): Promise<number> {
  await client.query('UPDATE outbox SET dispatched_at = NULL WHERE dispatched_at IS NOT NULL');
  await client.query(
    `WITH batch AS (DELETE FROM outbox WHERE job = ANY($1) AND jsonb_typeof(payload) = 'array'
      RETURNING job, payload, due_at)
     INSERT INTO outbox (job, payload, due_at) SELECT job, single, due_at
       FROM batch, jsonb_array_elements(payload) AS single`,
    [jobs],
  );
  const { rowCount } = await client.query(
    'UPDATE outbox SET quarantined_at = now(), last_error = $2 WHERE job = ANY($1) AND quarantined_at IS NULL',
    [jobs, reason],
  );
  return rowCount ?? 0;
}
