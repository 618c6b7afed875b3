/** DANGLING: rows whose foreign key refers to no row. Restoring and failing disks may bypass the constraints. */
import type { Instance } from '../../support/instance.ts';
import { query } from '../database.ts';

/** One row for each foreign key of one column, which all are. */
const foreignKeys = `
  SELECT c.conname AS name, c.conrelid::regclass::text AS table, a.attname AS column,
    c.confrelid::regclass::text AS parent, b.attname AS key
  FROM pg_constraint c
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND cardinality(c.conkey) = 1`;

interface ForeignKey {
  name: string;
  table: string;
  column: string;
  parent: string;
  key: string;
}

export async function findDangling(instance: Instance): Promise<string[]> {
  const found: string[] = [];
  for (const { name, table, column, parent, key } of await query<ForeignKey>(instance, foreignKeys)) {
    const [row] = await query<{ count: number }>(
      instance,
      `SELECT count(*)::int AS count FROM ${table} c WHERE c."${column}" IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p."${key}" = c."${column}")`,
    );
    if (row!.count > 0) found.push(`${row!.count} rows of ${table} dangle by ${name}`);
  }
  return found;
}
