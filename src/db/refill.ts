/** Fills an empty database with what a snapshot held: all of it or nothing. */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { migrate } from './migrate.ts';
import { DatabaseRefusal } from './refusal.ts';
import {
  clearSchema,
  continueSequences,
  copyIn,
  type DumpedSequence,
  type DumpedTable,
  forgetOffers,
  isEmpty,
  listTables,
  setTriggers,
} from './sql/dump.ts';
import type { LoggedMigration } from './sql/migration-log.ts';

export interface Refill {
  /** Pieces of one table follow each other. */
  add(table: string, piece: Buffer): Promise<void>;
  /** Answers how many rows each table has got. */
  endTables(): Promise<Record<string, number>>;
  continueSequences(sequences: DumpedSequence[], gap: number): Promise<void>;
  /** Answers how many jobs were set aside. */
  forgetOffers(jobs: string[], reason: string): Promise<number>;
}

interface Held {
  migrations: LoggedMigration[];
  tables: DumpedTable[];
}

/**
 * Makes the schema that the snapshot had, lets `work` fill it, and brings it up to date.
 * @throws DatabaseRefusal for a database that holds something, and for a snapshot of a newer version
 */
export async function refill<T>(url: string, held: Held, work: (refill: Refill) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await isEmpty(client)))
      throw new DatabaseRefusal(
        'The database is not empty, and a backup is restored only into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database',
      );
    await clearSchema(client);
    await migrate(url, { exactly: held.migrations });
    await client.query('BEGIN');
    const answer = await work(await filling(client, held));
    await client.query('COMMIT');
    await migrate(url);
    return answer;
  } finally {
    await client.end();
  }
}

async function filling(client: pg.Client, { tables }: Held): Promise<Refill> {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  const stranger = tables.find(({ name }) => !known.has(name));
  if (stranger) throw new DatabaseRefusal(`The backup has a table ${stranger.name} that is not known here`);
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
    add: async (table, piece) => {
      if (open?.table !== table) {
        await close();
        const described = tables.find(({ name }) => name === table);
        if (!described) throw new DatabaseRefusal(`The backup does not say what the table ${table} is`);
        const stream = client.query(copyFrom(copyIn(client, described)));
        const failed = once(stream, 'error').then(([error]) => Promise.reject(error));
        failed.catch(() => {});
        open = { table, stream, failed };
      }
      const { stream, failed } = open;
      const written = new Promise<void>((resolve) => stream.write(piece, () => resolve()));
      await Promise.race([written, failed]);
    },
    endTables: async () => {
      await close();
      await setTriggers(client, tables, true);
      return counts;
    },
    continueSequences: (sequences, gap) => continueSequences(client, sequences, gap),
    forgetOffers: (jobs, reason) => forgetOffers(client, jobs, reason),
  };
}
