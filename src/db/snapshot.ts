/** The whole database as it is at one moment, read while others go on writing. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  beginSnapshot,
  copyOut,
  type DumpedSequence,
  type DumpedTable,
  listSequences,
  listTables,
} from './sql/dump.ts';
import { hasMigrationLog, type LoggedMigration, listLoggedMigrations } from './sql/migration-log.ts';

export interface Snapshot {
  /** In the order they were applied; none when there is no schema. */
  migrations: LoggedMigration[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
  /** Its rows in PostgreSQL's COPY text, piece by piece; the generator returns how many they were. */
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
        for await (const piece of stream) yield piece as Buffer;
        return stream.rowCount ?? 0;
      },
    });
  } finally {
    await client.end();
  }
}
