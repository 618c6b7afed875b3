/** Copies a whole database into an empty one and verifies every table, completely or not at all. */
import pg from 'pg';
import { connect, disconnect } from './client.ts';
import { checkDatabase } from './requirements.ts';
import { type RestoreTarget, restoreSnapshot } from './restore.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import { isEmpty, type TableSum } from './sql/database.ts';
import { DatabaseRefusal } from './startup-error.ts';

export interface CopiedTable extends TableSum {
  name: string;
}

/**
 * Nobody can write to the source meanwhile.
 * @param ownConnections connections to the source that this process has
 * @throws DatabaseRefusal if another process uses the source, or the target is not an empty, durable UTF-8 database
 */
export async function copyDatabase(
  source: string,
  target: string,
  { ownConnections, onTable }: { ownConnections: number; onTable: (table: CopiedTable) => void },
): Promise<CopiedTable[]> {
  await checkTarget(target);
  return withSnapshot(
    source,
    async (snapshot) => {
      if (snapshot.migrations.length === 0)
        throw new DatabaseRefusal('There is nothing to copy: the database is empty');
      return restoreSnapshot(target, snapshot, (database) => copy(snapshot, database, onTable));
    },
    { ownConnections },
  );
}

async function checkTarget(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck move' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
    const encoding = rows[0]!.server_encoding;
    if (encoding !== 'UTF8')
      throw new DatabaseRefusal(
        `The new database stores texts as ${encoding}: create one with ENCODING 'UTF8'`,
      );
    if (!(await isEmpty(client)))
      throw new DatabaseRefusal('The new database is not empty: create another one. Nothing was changed');
  } finally {
    await client.end();
  }
  connect(url, { max: 1 });
  await checkDatabase().finally(disconnect);
}

async function copy(
  snapshot: Snapshot,
  database: RestoreTarget,
  onTable: (table: CopiedTable) => void,
): Promise<CopiedTable[]> {
  for (const table of snapshot.tables)
    for await (const chunk of snapshot.rows(table)) await database.add(table.name, chunk);
  await database.endTables();

  const copied: CopiedTable[] = [];
  for (const table of snapshot.tables) {
    const [before, after] = [await snapshot.sum(table), await database.sum(table)];
    if (before.rows !== after.rows || before.checksum !== after.checksum)
      throw new DatabaseRefusal(
        `The copy of the table ${table.name} differs from the original. Nothing was changed`,
      );
    copied.push({ name: table.name, ...after });
    onTable({ name: table.name, ...after });
  }
  await database.continueSequences(snapshot.sequences, 0);
  // The queues were not copied, so every job is dispatched again.
  await database.resetOutbox([], '');
  return copied;
}
