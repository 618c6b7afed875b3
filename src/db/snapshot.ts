/** Reads a consistent snapshot of the whole database while other processes keep writing. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  beginSnapshot,
  copyOut,
  type DumpedSequence,
  type DumpedTable,
  listSequences,
  listTables,
} from './sql/database/dump.ts';
import { hasMigrationLog, type LoggedMigration, listLoggedMigrations } from './sql/database/migration-log.ts';

export interface Snapshot {
  /** In the order of application. Empty if there is no schema. */
  migrations: LoggedMigration[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
  /** Yields the rows in PostgreSQL's COPY text format and returns their number. */
  rows(table: DumpedTable): AsyncGenerator<Buffer, number>;
}

export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await beginSnapshot(client);
    const migrations = (await hasMigrationLog(client)) ? await listLoggedMigrations(client) : [];
    const tables = await listTables(client);
    const sequences = await listSequences(client);
    return await work({
      ...{ migrations, tables, sequences },
      rows: async function* (table) {
        const stream = client.query(copyTo(copyOut(client, table)));
        for await (const chunk of stream) yield chunk as Buffer;
        return stream.rowCount ?? 0;
      },
    });
  } finally {
    await client.end();
  }
}
