/** Statements that copy a consistent snapshot out of a database and into an empty one. */
import type { ClientBase } from 'pg';

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

export const copyOut = (client: ClientBase, table: DumpedTable): string =>
  `COPY ${columnsOf(client, table)} TO STDOUT`;

export const copyIn = (client: ClientBase, table: DumpedTable): string =>
  `COPY ${columnsOf(client, table)} FROM STDIN`;

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
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(name)} ${on ? 'ENABLE' : 'DISABLE'} TRIGGER USER`,
    );
}

/** The next value is more than `gap` above the last one. */
export async function continueSequences(
  client: ClientBase,
  sequences: DumpedSequence[],
  gap: number,
): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null)
      await client.query('SELECT setval($1::regclass, $2)', [client.escapeIdentifier(name), value + gap]);
}

/** Marks all jobs as not dispatched and quarantines those with the given names. Returns how many are quarantined. */
export async function resetOutbox(client: ClientBase, jobs: string[], reason: string): Promise<number> {
  await client.query('UPDATE outbox SET dispatched_at = NULL WHERE dispatched_at IS NOT NULL');
  await client.query(
    `WITH batch AS (DELETE FROM outbox WHERE job = ANY($1) AND jsonb_typeof(payload) = 'array' RETURNING job, payload, due_at)
     INSERT INTO outbox (job, payload, due_at) SELECT job, single, due_at FROM batch, jsonb_array_elements(payload) AS single`,
    [jobs],
  );
  const { rowCount } = await client.query(
    'UPDATE outbox SET quarantined_at = now(), last_error = $2 WHERE job = ANY($1) AND quarantined_at IS NULL',
    [jobs, reason],
  );
  return rowCount ?? 0;
}
