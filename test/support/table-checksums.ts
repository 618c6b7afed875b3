/** Takes checksums and copies of all tables, to detect changes and to restore the data. */
import { pool } from '../../src/db/client.ts';

/** A checksum per table. */
export type TableChecksums = Map<string, string>;

interface Table {
  name: string;
  /** The columns that can be written. */
  columns: string;
}

let tables: Table[] = [];

/** The last checksums, which hold until a row is written. */
let last: { writes: string; sums: TableChecksums } | undefined;

const countWrites = `
  CREATE SEQUENCE kept.writes;
  CREATE FUNCTION kept.count_write() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN PERFORM nextval('kept.writes'); RETURN NULL; END $$`;

/** Counts rows that are written from now on to any table, except one. */
export async function watchTables(except = ''): Promise<void> {
  const { rows } = await pool().query<Table>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> $1
     GROUP BY table_name`,
    [except],
  );
  tables = rows;
  const counters = tables.map(
    ({ name }) =>
      `CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON public."${name}"
       FOR EACH ROW EXECUTE FUNCTION kept.count_write()`,
  );
  const renew = ['DROP SCHEMA IF EXISTS kept CASCADE', 'CREATE SCHEMA kept', countWrites];
  await pool().query([...renew, ...counters].join(';'));
  last = undefined;
}

/** Copies every row to the schema that `restore` reads, and counts written rows from now on. */
export async function copyTables(): Promise<TableChecksums> {
  await watchTables();
  const copies = tables.map(({ name }) => `CREATE TABLE kept."${name}" AS TABLE public."${name}"`);
  await pool().query(copies.join(';'));
  return tableChecksums();
}

export async function tableChecksums(): Promise<TableChecksums> {
  const { rows: counts } = await pool().query<{ writes: string }>(
    `SELECT last_value || ' ' || is_called AS writes FROM kept.writes`,
  );
  const { writes } = counts[0]!;
  if (last?.writes !== writes) last = { writes, sums: await computeChecksums() };
  return last.sums;
}

async function computeChecksums(): Promise<TableChecksums> {
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM public."${name}" t`,
  );
  const { rows } = await pool().query<{ name: string; sum: string }>(sums.join(' UNION ALL '));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

/** Returns the tables that differ. */
export const changed = (before: TableChecksums, after: TableChecksums): string[] =>
  [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name);

/** Restores all tables to the last copy. */
export async function restore(saved: TableChecksums): Promise<void> {
  const names = changed(saved, await tableChecksums());
  if (names.length === 0) return;

  const back = names.map((name) => {
    const { columns } = tables.find((table) => table.name === name)!;
    return `DELETE FROM public."${name}"; INSERT INTO public."${name}" (${columns}) SELECT ${columns} FROM kept."${name}"`;
  });
  // Rows are inserted in any order, so foreign keys and triggers are off.
  await pool().query(`BEGIN; SET LOCAL session_replication_role = replica; ${back.join('; ')}; COMMIT`);
  // Without triggers, these writes were not counted.
  last = { ...last!, sums: saved };
}
