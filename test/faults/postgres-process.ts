/** Runs a PostgreSQL of its own for a scenario. It can be frozen, killed, restarted and given an environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Binaries,
  type Cluster,
  clusterFolder,
  createCluster,
  findBinaries,
  findOwner,
  type Owner,
} from '../../src/db/embedded/cluster.ts';
import { freePort } from '../support/redis.ts';
import { scratchFolder } from '../support/scratch.ts';

export interface PostgresProcess {
  /** Of the database `potluck`, as the superuser. */
  url: string;
  port: number;
  folder: string;
  /** SIGKILL to the postmaster. Its children follow. */
  kill(): Promise<void>;
  /** After `kill`: recovers on the same port. */
  restart(): Promise<void>;
  /** SIGSTOP to all its processes: connections stay open and nothing answers. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  stop(): Promise<void>;
}

interface Options {
  /** An empty folder that user `nobody` may enter; a temporary one by default. It stays when PostgreSQL stops. */
  folder?: string;
  settings?: Record<string, string>;
  env?: Record<string, string>;
}

interface Program {
  cluster: Cluster;
  binaries: Binaries;
  owner: Owner | null;
  port: number;
  options: Options;
}

export async function startPostgres(options: Options = {}): Promise<PostgresProcess> {
  const folder = options.folder ?? scratchFolder('postgres');
  const binaries = findBinaries();
  const owner = findOwner(clusterFolder(folder));
  const cluster = await createCluster(folder, binaries, owner);
  const program: Program = { cluster, binaries, owner, port: await freePort(), options };
  const urlOf = (database: string) =>
    `postgresql://potluck:${cluster.superuserPassword}@127.0.0.1:${program.port}/${database}`;
  let child = launch(program);
  const abandon = () => child.kill('SIGQUIT');
  process.once('exit', abandon);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) process.kill(pid, signal);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signalAll('SIGCONT');
    child.kill(signal);
    await ended;
  };

  await untilReady(urlOf('postgres'), child);
  await query(urlOf('postgres'), 'CREATE DATABASE potluck');
  return {
    url: urlOf('potluck'),
    port: program.port,
    folder,
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = launch(program);
      await untilReady(urlOf('postgres'), child);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await end('SIGINT');
      process.off('exit', abandon);
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function launch({ cluster, binaries, owner, port, options }: Program): ChildProcess {
  const settings = { listen_addresses: '127.0.0.1', port: String(port), ...options.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(binaries.postgres, ['-D', cluster.files, ...args], {
    cwd: cluster.folder,
    env: { LC_ALL: 'C', ...options.env },
    stdio: 'ignore',
    detached: true,
    ...owner,
  });
}

/** Resolves when it accepts connections. The long timeout allows for recovery after a crash. */
async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 50) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
    const isReady = await query(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  throw new Error('PostgreSQL did not become ready');
}

/** The process ids of its backends and auxiliary processes, each of which leads a session of its own. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** Empties the tables that hold jobs. Returns their number. */
export async function emptyQueue(url: string): Promise<number> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%'`,
  );
  await query(url, `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  return tables.length;
}
