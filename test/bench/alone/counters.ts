/** Counts the statements, the WAL, the processor time and the memory of one server. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postmasterPid } from '../../faults/postmaster.ts';
import type { Instance } from '../../support/instance.ts';
import { copyPreparedCluster } from '../../support/prepared-cluster.ts';
import { superuserUrl } from '../../support/superuser.ts';
import { onCleanup } from '../cleanup.ts';
import { readPss } from '../memory.ts';
import { treeOf } from '../small-machine/samples.ts';

/**
 * Prepares a data folder whose PostgreSQL counts statements. It writes no full-page images, which a checkpoint before
 * the measurement would multiply.
 */
export async function prepareCountedCluster(dataDir: string): Promise<void> {
  await copyPreparedCluster(dataDir);
  appendFileSync(
    join(dataDir, 'postgres/files/postgresql.conf'),
    `shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\nfull_page_writes = off\n`,
  );
}

interface StatementCount {
  query: string;
  calls: number;
  /** Milliseconds. */
  executing: number;
  planning: number;
  walBytes: number;
}

export interface Counts {
  seconds: number;
  statements: Map<string, StatementCount>;
  walBytes: number;
  /** Of all processes, PostgreSQL included. */
  processorMs: number;
}

export interface Counter {
  read(): Promise<Counts>;
  /** Calls back with the name of the table whenever a row is inserted into one of these, when that is committed. */
  watch(tables: string[], onInsert: (table: string) => void): Promise<void>;
}

/** Connects as the superuser, and its own statements are not counted. The extension is in a database of its own. */
export async function openCounter(instance: Instance): Promise<Counter> {
  const url = new URL(superuserUrl(await instance.databaseUrl(), instance.dataDir));
  const database = url.pathname.slice(1);
  const open = async (name: string) => {
    url.pathname = name;
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    await client.connect();
    onCleanup(() => client.end().catch(() => {}));
    await client.query(`SET pg_stat_statements.track = 'none'`);
    return client;
  };
  const client = await open('postgres');
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');

  return {
    read: async () => {
      const { rows } = await client.query<StatementCount & { id: string }>(
        `SELECT queryid::text AS id, min(regexp_replace(query, '\\s+', ' ', 'g')) AS query, sum(calls)::int AS calls,
           sum(total_exec_time)::float8 AS executing, sum(total_plan_time)::float8 AS planning,
           sum(wal_bytes)::float8 AS "walBytes"
         FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname = $1 GROUP BY queryid`,
        [database],
      );
      const { rows: wal } = await client.query<{ bytes: number }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
      );
      return {
        seconds: performance.now() / 1_000,
        statements: new Map(rows.map(({ id, ...row }) => [id, row])),
        walBytes: wal[0]!.bytes,
        processorMs: processorMs(processesOf(instance)),
      };
    },
    watch: async (tables, onInsert) => {
      const watcher = await open(database);
      await watcher.query(
        `CREATE OR REPLACE FUNCTION public.bench_tell() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_notify('bench', TG_TABLE_NAME); RETURN NULL; END $$`,
      );
      for (const table of tables) {
        await watcher.query(
          `CREATE OR REPLACE TRIGGER bench_tell AFTER INSERT ON public.${table}
           FOR EACH ROW EXECUTE FUNCTION public.bench_tell()`,
        );
      }
      watcher.on('notification', ({ payload }) => onInsert(payload!));
      await watcher.query('LISTEN bench');
    },
  };
}

/** What happened between two readings. */
export const between = (before: Counts, after: Counts): Counts => ({
  seconds: after.seconds - before.seconds,
  walBytes: after.walBytes - before.walBytes,
  processorMs: after.processorMs - before.processorMs,
  statements: new Map(
    [...after.statements].map(([id, { query, ...now }]) => {
      const { calls = 0, executing = 0, planning = 0, walBytes = 0 } = before.statements.get(id) ?? {};
      return [
        id,
        {
          query,
          calls: now.calls - calls,
          executing: now.executing - executing,
          planning: now.planning - planning,
          walBytes: now.walBytes - walBytes,
        },
      ];
    }),
  ),
});

/** Divides what happened beyond what happens at rest in the same time by `count`. */
export function perEvent(busy: Counts, rest: Counts, count: number): Counts {
  const share = busy.seconds / rest.seconds;
  const less = (value: number, atRest = 0) => (value - share * atRest) / count;
  return {
    seconds: busy.seconds / count,
    walBytes: less(busy.walBytes, rest.walBytes),
    processorMs: less(busy.processorMs, rest.processorMs),
    statements: new Map(
      [...busy.statements].map(([id, { query, ...one }]) => {
        const idle = rest.statements.get(id);
        return [
          id,
          {
            query,
            calls: less(one.calls, idle?.calls),
            executing: less(one.executing, idle?.executing),
            planning: less(one.planning, idle?.planning),
            walBytes: less(one.walBytes, idle?.walBytes),
          },
        ];
      }),
    ),
  };
}

export const sumOf = ({ statements }: Counts, what: 'calls' | 'executing' | 'planning' | 'walBytes'): number =>
  [...statements.values()].reduce((sum, one) => sum + one[what], 0);

/** Prints each statement, the most frequent first: `BENCH_STATEMENTS=1 npm run bench -- alone`. */
export function printStatements(title: string, { statements }: Counts): void {
  if (!process.env.BENCH_STATEMENTS) return;
  const lines = [...statements.values()]
    .filter(({ calls }) => calls > 0.05)
    .toSorted((a, b) => b.calls - a.calls || b.executing - a.executing)
    .map(({ query, calls, executing, planning, walBytes }) => {
      const numbers = [calls, executing, planning].map((value) => value.toFixed(2).padStart(7)).join('');
      return `${numbers} ${walBytes.toFixed(0).padStart(7)}  ${query.slice(0, 110)}`;
    });
  process.stdout.write(`\n${title}\n  calls   exec   plan     WAL\n${lines.join('\n')}\n`);
}

const processesOf = (instance: Instance): number[] => [
  ...new Set([...treeOf(instance.processes.pid), ...treeOf(postmasterPid(instance))]),
];

/** The proportional set sizes of all processes of a server, PostgreSQL included, in MiB. */
export const memoryOf = (instance: Instance): number =>
  processesOf(instance).reduce((sum, pid) => sum + (readPss(pid) ?? 0), 0);

/** The processor time of processes, each in units of 10 ms, with that of children that ended. */
export const processorMs = (pids: number[]): number => pids.reduce((sum, pid) => sum + 10 * ticksOf(pid), 0);

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}
