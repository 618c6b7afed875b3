/** What the database holds, table by table: to see that nothing changed, and to have all of it back as it was. */
import { pool } from '../../src/db/client.ts';

/** A sum over the rows of each table. */
export type Stock = Map<string, string>;

interface Table {
  name: string;
  /** Those that can be written. */
  columns: string;
}

let tables: Table[] = [];

/** Puts a copy of every row aside; what `restore` brings back. */
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

/** The tables in which something is different. */
export const changed = (before: Stock, after: Stock): string[] =>
  [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name);

/** As it was when stock was taken. */
export async function restore(kept: Stock): Promise<void> {
  const names = changed(kept, await stock());
  if (names.length === 0) return;

  const back = names.map((name) => {
    const { columns } = tables.find((table) => table.name === name)!;
    return `DELETE FROM public."${name}"; INSERT INTO public."${name}" (${columns}) SELECT ${columns} FROM kept."${name}"`;
  });
  // Rows come back in any order: neither foreign keys nor triggers are to act on them.
  await pool().query(`BEGIN; SET LOCAL session_replication_role = replica; ${back.join('; ')}; COMMIT`);
}
