/** Copies whole databases, for backups and moves. */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { memoryPlan } from '../lib/memory.ts';
import { connect, disconnect, withClient } from './client.ts';
import { DatabaseRefusal } from './errors.ts';
import { checkDatabase, migrate } from './migrate.ts';
import {
  analyze,
  beginSnapshot,
  clearSchema,
  continueSequences,
  copyIn,
  copyOut,
  countConnections,
  createDeferred,
  type DumpedSequence,
  type DumpedTable,
  deferIndexes,
  hasMigrationLog,
  isEmpty,
  type LoggedMigration,
  listLoggedMigrations,
  listSequences,
  listTables,
  lockTables,
  resetOutbox,
  setBuildMemory,
  setTriggers,
  sumTable,
  type TableSum,
  truncateTables,
} from './sql/database.ts';

// Reads a consistent snapshot of the whole database while other processes keep writing

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
  return withClient(url, 'backup', async (client) => {
    if (ownConnections === undefined) await beginSnapshot(client);
    else await beginLockedSnapshot(client, ownConnections);
    const migrations = (await hasMigrationLog(client)) ? await listLoggedMigrations(client) : [];
    const tables = await listTables(client);
    const sequences = await listSequences(client);
    return await work({
      migrations,
      tables,
      sequences,
      rows: async function* (table) {
        const stream = client.query(copyTo(copyOut(client, table)));
        for await (const chunk of stream) yield chunk as Buffer;
        return stream.rowCount ?? 0;
      },
      sum: (table) => sumTable(client, table),
    });
  });
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

// Restores a snapshot into an empty database, completely or not at all

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
 * Creates the schema of the snapshot, lets `work` fill it, and applies newer migrations. Indexes and foreign keys are
 * created after the rows.
 * @throws DatabaseRefusal if the database is not empty or the snapshot is from a newer version
 */
export async function restoreSnapshot<T>(
  url: string,
  schema: SnapshotSchema,
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  return withClient(url, 'restore', async (client) => {
    if (!(await isEmpty(client)))
      throw new DatabaseRefusal(
        'The database is not empty, and a backup can only be restored into an empty one: ' +
          'set DATA_DIR to a new folder, or DATABASE_URL to a new database',
      );
    await clearSchema(client);
    await migrate(url, { exactly: schema.migrations });
    await client.query('BEGIN');
    const result = await work(await openTarget(client, schema));
    await client.query('COMMIT');
    // Plans that are made before would be kept.
    await analyze(client);
    await migrate(url);
    return result;
  });
}

async function openTarget(client: pg.Client, { tables }: SnapshotSchema): Promise<RestoreTarget> {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  const unknownTable = tables.find(({ name }) => !known.has(name));
  if (unknownTable)
    throw new DatabaseRefusal(`The backup has a table ${unknownTable.name}, which this version does not have`);
  await setTriggers(client, tables, false);
  const deferred = await deferIndexes(client, tables);
  await truncateTables(client, tables);

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
      await setBuildMemory(client, memoryPlan().buildMegabytes);
      await createDeferred(client, deferred);
      await setTriggers(client, tables, true);
      return counts;
    },
    sum: (table) => sumTable(client, table),
    continueSequences: (sequences, gap) => continueSequences(client, sequences, gap),
    resetOutbox: (jobs, reason) => resetOutbox(client, jobs, reason),
  };
}

// Copies a whole database into an empty one and verifies every table, completely or not at all

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
  await withClient(url, 'move', async (client) => {
    const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
    const encoding = rows[0]!.server_encoding;
    if (encoding !== 'UTF8')
      throw new DatabaseRefusal(
        `The new database stores texts as ${encoding}: create one with "createdb -E UTF8 -T template0"`,
      );
    if (!(await isEmpty(client)))
      throw new DatabaseRefusal('The new database is not empty: create another one. Nothing was changed');
  });
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
      throw new DatabaseRefusal(`The copy of the table ${table.name} differs from the original. Nothing was changed`);
    copied.push({ name: table.name, ...after });
    onTable({ name: table.name, ...after });
  }
  await database.continueSequences(snapshot.sequences, 0);
  // The queues were not copied, so every job is dispatched again.
  await database.resetOutbox([], '');
  return copied;
}
