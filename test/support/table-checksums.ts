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

/** How many rows of each table had been written when its last checksum was taken, which holds until more are. */
let counted = new Map<string, string>();
let last: TableChecksums = new Map();

const countWrites = `
  CREATE FUNCTION kept.count_write() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN PERFORM nextval(TG_ARGV[0]::regclass); RETURN NULL; END $$`;

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
      `CREATE SEQUENCE kept."writes_${name}";
       CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON public."${name}"
       FOR EACH ROW EXECUTE FUNCTION kept.count_write('kept."writes_${name}"')`,
  );
  const renew = ['DROP SCHEMA IF EXISTS kept CASCADE', 'CREATE SCHEMA kept', countWrites];
  await pool().query([...renew, ...counters].join(';'));
  counted = new Map();
  last = new Map();
}

/** Copies every row to the schema that `restore` reads, and counts written rows from now on. */
export async function copyTables(): Promise<TableChecksums> {
  await watchTables();
  const copies = tables.map(({ name }) => `CREATE TABLE kept."${name}" AS TABLE public."${name}"`);
  await pool().query(copies.join(';'));
  return tableChecksums();
}

export async function tableChecksums(): Promise<TableChecksums> {
  const { rows } = await pool().query<{ name: string; writes: string }>(
    `SELECT substr(sequencename, length('writes_') + 1) AS name, coalesce(last_value, 0)::text AS writes
     FROM pg_sequences WHERE schemaname = 'kept'`,
  );
  const written = rows.filter(({ name, writes }) => counted.get(name) !== writes);
  if (written.length === 0) return last;
  last = new Map([...last, ...(await computeChecksums(written.map(({ name }) => name)))]);
  for (const { name, writes } of written) counted.set(name, writes);
  return last;
}

async function computeChecksums(names: string[]): Promise<TableChecksums> {
  const sums = names.map(
    (name) =>
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
  last = saved;
}
