/** Reads a consistent snapshot of the whole database while other processes keep writing. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  beginSnapshot,
  copyOut,
  countConnections,
  type DumpedSequence,
  type DumpedTable,
  hasMigrationLog,
  type LoggedMigration,
  listLoggedMigrations,
  listSequences,
  listTables,
  lockTables,
  sumTable,
  type TableSum,
} from './sql/database.ts';
import { DatabaseRefusal } from './startup-error.ts';

export interface Snapshot {
  /** In the order of application. Empty if there is no schema. */
  migrations: LoggedMigration[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
  /** Yields the rows in PostgreSQL's COPY text format and returns their number. */
  rows(table: DumpedTable): AsyncGenerator<Buffer, number>;
  sum(table: DumpedTable): Promise<TableSum>;
}

/**
 * With `ownConnections` nobody writes to the database until `work` ends.
 * @param ownConnections how many connections this process has
 * @throws DatabaseRefusal if other processes have connections too
 */
export async function withSnapshot<T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
  { ownConnections }: { ownConnections?: number } = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    if (ownConnections === undefined) await beginSnapshot(client);
    else await beginLockedSnapshot(client, ownConnections);
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
      sum: (table) => sumTable(client, table),
    });
  } finally {
    await client.end();
  }
}

/** Checks twice, because a server may start before the tables are locked. */
async function beginLockedSnapshot(client: pg.Client, ownConnections: number): Promise<void> {
  const checkConnections = async () => {
    if ((await countConnections(client)) > ownConnections)
      throw new DatabaseRefusal('A server or another command uses the database: stop it first');
  };
  await checkConnections();
  const tables = await listTables(client);
  await beginSnapshot(client);
  // Locks come first, because the first read takes the snapshot.
  await lockTables(client, tables);
  await checkConnections();
}
