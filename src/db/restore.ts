/** Restores a snapshot into an empty database, completely or not at all. */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { migrate } from './migrate.ts';
import {
  clearSchema,
  continueSequences,
  copyIn,
  type DumpedSequence,
  type DumpedTable,
  isEmpty,
  type LoggedMigration,
  listTables,
  resetOutbox,
  setTriggers,
  sumTable,
  type TableSum,
} from './sql/database.ts';
import { DatabaseRefusal } from './startup-error.ts';

export interface RestoreTarget {
  /** All chunks of a table must follow each other. */
  add(table: string, chunk: Buffer): Promise<void>;
  /** Returns the number of rows per table. */
  endTables(): Promise<Record<string, number>>;
  sum(table: DumpedTable): Promise<TableSum>;
  continueSequences(sequences: DumpedSequence[], gap: number): Promise<void>;
  /** Returns how many jobs were quarantined. */
  resetOutbox(jobs: string[], reason: string): Promise<number>;
}

interface SnapshotSchema {
  migrations: LoggedMigration[];
  tables: DumpedTable[];
}

/**
 * Creates the schema of the snapshot, lets `work` fill it, and applies newer migrations.
 * @throws DatabaseRefusal if the database is not empty or the snapshot is from a newer version
 */
export async function restoreSnapshot<T>(
  url: string,
  schema: SnapshotSchema,
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await isEmpty(client)))
      throw new DatabaseRefusal(
        'The database is not empty, and a backup can only be restored into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database',
      );
    await clearSchema(client);
    await migrate(url, { exactly: schema.migrations });
    await client.query('BEGIN');
    const result = await work(await openTarget(client, schema));
    await client.query('COMMIT');
    await migrate(url);
    return result;
  } finally {
    await client.end();
  }
}

async function openTarget(client: pg.Client, { tables }: SnapshotSchema): Promise<RestoreTarget> {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  const unknownTable = tables.find(({ name }) => !known.has(name));
  if (unknownTable)
    throw new DatabaseRefusal(
      `The backup has a table ${unknownTable.name}, which this version does not have`,
    );
  await setTriggers(client, tables, false);

  const counts: Record<string, number> = {};
  let open: { table: string; stream: CopyStreamQuery; failed: Promise<never> } | undefined;
  const close = async () => {
    if (!open) return;
    const { table, stream, failed } = open;
    open = undefined;
    stream.end();
    await Promise.race([finished(stream), failed]);
    counts[table] = stream.rowCount ?? 0;
  };

  return {
    add: async (table, chunk) => {
      if (open?.table !== table) {
        await close();
        const described = tables.find(({ name }) => name === table);
        if (!described) throw new DatabaseRefusal(`The backup does not describe the table ${table}`);
        const stream = client.query(copyFrom(copyIn(client, described)));
        const failed = once(stream, 'error').then(([error]) => Promise.reject(error));
        failed.catch(() => {});
        open = { table, stream, failed };
      }
      const { stream, failed } = open;
      const written = new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
      await Promise.race([written, failed]);
    },
    endTables: async () => {
      await close();
      await setTriggers(client, tables, true);
      return counts;
    },
    sum: (table) => sumTable(client, table),
    continueSequences: (sequences, gap) => continueSequences(client, sequences, gap),
    resetOutbox: (jobs, reason) => resetOutbox(client, jobs, reason),
  };
}
