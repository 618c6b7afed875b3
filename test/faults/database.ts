/** Reads and writes the database of a server under test. */
import pg from 'pg';
import type { Instance } from '../support/instance.ts';

/** Rejects while the embedded PostgreSQL is not ready. */
export async function query<Row>(instance: Instance, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await instance.databaseUrl() });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
