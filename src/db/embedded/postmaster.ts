/** Starts and stops the PostgreSQL server process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oomScoreFile, oomScores } from '../../lib/out-of-memory.ts';
import { DatabaseRefusal } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, memorySettings } from './cluster.ts';
import { ownCluster } from './lock.ts';
import { type Postmaster, socketFolder } from './postmaster-file.ts';
import type { Owner } from './run-as.ts';

/** A PostgreSQL that this process started. */
export interface Started {
  pid: number | undefined;
  hasEnded(): boolean;
}

/** What starts it, except for the port. */
export interface Program {
  cluster: Cluster;
  binaries: Binaries;
  /** The user that it runs as, or null for the current one. */
  owner: Owner | null;
  settings: Record<string, string>;
}

/**
 * Starts it in its own session, so that Ctrl-C does not reach it. Resolves before it is ready.
 * Returns null while another process owns the cluster.
 * @throws DatabaseRefusal if a PostgreSQL of an earlier version may live
 */
export async function startPostmaster(program: Program): Promise<Started | null> {
  const ownership = await ownCluster(program.cluster);
  if (!ownership) return null;
  try {
    const port = String(await freePort(ownership.formerPort));
    return launch(program, port, ownership.descriptor);
  } finally {
    ownership.release();
  }
}

/** When memory runs out, a connection rather ends than the server, which keeps the score of this process. */
const environment = {
  LC_ALL: 'C',
  PG_OOM_ADJUST_FILE: oomScoreFile,
  PG_OOM_ADJUST_VALUE: String(oomScores.postgresConnection),
};

function launch({ cluster, binaries, owner, settings }: Program, port: string, lock: number | null): Started {
  const folder = process.platform === 'win32' ? '' : socketFolder;
  const listening = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder };
  const options = Object.entries({ ...listening, ...memorySettings(cluster), ...settings });
  const log = openSync(startLog(cluster), 'w', 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.files, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...{ cwd: dirname(binaries.postgres), env: environment },
      // All processes of PostgreSQL inherit the lock. They never use it.
      stdio: ['ignore', log, log, ...(lock === null ? [] : [lock])],
      ...{ detached: true, windowsHide: true, ...owner },
    },
  );
  closeSync(log);
  child.unref();
  return { pid: child.pid, hasEnded: ending(child) };
}

function ending(child: ChildProcess): () => boolean {
  let hasFailed = false;
  child.on('error', () => {
    hasFailed = true;
  });
  return () => hasFailed || child.exitCode !== null || child.signalCode !== null;
}

/** The wanted port if it is free, or another one. */
function freePort(wanted: number | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted === null ? reject(error) : resolve(freePort(null))));
    server.listen(wanted ?? 0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const startLog = ({ folder }: Cluster) => join(folder, 'start.log');

/** Returns the reason that PostgreSQL logged, in one line. */
export function readStartupError(cluster: Cluster): string {
  if (!existsSync(startLog(cluster))) return 'the process ended';
  const lines = readFileSync(startLog(cluster), 'utf8').trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC): */, '') || 'no reason was logged';
}

/**
 * Cancels running statements and writes a checkpoint. After 8 s it stops at once and recovers on the next start.
 * Leaves it running if its process cannot be told from others: the next start uses it.
 */
export async function stopPostmaster(
  cluster: Cluster,
  { pid }: Postmaster,
  started: Started | null,
): Promise<void> {
  const isOwn = started !== null && started.pid === pid;
  const lives = () => (isOwn ? !started.hasEnded() : isVisible(pid, cluster));
  for (const [signal, seconds] of [['SIGINT', 8] as const, ['SIGQUIT', 5] as const]) {
    if (!lives()) return;
    signalTo(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!lives()) return;
      await sleep(20);
    }
  }
  throw new DatabaseRefusal(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}

/** False from another namespace, where the id means another process. True proves that it is this PostgreSQL. */
function isVisible(pid: number, { files }: Cluster): boolean {
  try {
    if (process.platform === 'linux' && readlinkSync('/proc/self') !== String(process.pid)) return false;
    const [program, ...args] =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        : [execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })];
    return program!.includes('postgres') && [program!, ...args].some((arg) => arg.includes(files));
  } catch {
    return false;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
