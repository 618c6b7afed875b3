/** Takes checksums and copies of all tables, to detect changes and to restore the data. */
import { pool } from '../../src/db/client.ts';

/** A checksum per table. */
export type Stock = Map<string, string>;

interface Table {
  name: string;
  /** The columns that can be written. */
  columns: string;
}

let tables: Table[] = [];

/** Copies every row to the schema that `restore` reads. */
export async function takeStock(): Promise<Stock> {
  const { rows } = await pool().query<Table>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     GROUP BY table_name`,
  );
  tables = rows;
  const copies = tables.map(({ name }) => `CREATE TABLE kept."${name}" AS TABLE public."${name}"`);
  await pool().query(['DROP SCHEMA IF EXISTS kept CASCADE', 'CREATE SCHEMA kept', ...copies].join(';'));
  return stock();
}

export async function stock(): Promise<Stock> {
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM public."${name}" t`,
  );
  const { rows } = await pool().query<{ name: string; sum: string }>(sums.join(' UNION ALL '));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

/** Returns the tables that differ. */
export const changed = (before: Stock, after: Stock): string[] =>
  [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name);

/** Restores all tables to the last copy. */
export async function restore(saved: Stock): Promise<void> {
  const names = changed(saved, await stock());
  if (names.length === 0) return;

  const back = names.map((name) => {
    const { columns } = tables.find((table) => table.name === name)!;
    return `DELETE FROM public."${name}"; INSERT INTO public."${name}" (${columns}) SELECT ${columns} FROM kept."${name}"`;
  });
  // Rows are inserted in any order, so foreign keys and triggers are off.
  await pool().query(`BEGIN; SET LOCAL session_replication_role = replica; ${back.join('; ')}; COMMIT`);
}
