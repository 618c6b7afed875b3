/** Finds, starts and stops the PostgreSQL server process. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oomScoreFile, oomScores } from '../../lib/out-of-memory.ts';
import { DatabaseRefusal } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, memorySettings } from './cluster.ts';
import type { Owner } from './run-as.ts';

export type Postmaster = { pid: number; port: number; ready: boolean };

/** Ignores a stale lock file, also if another program has the same process id by now. */
export function findPostmaster(cluster: Cluster): Postmaster | null {
  const [pid = '', , , port = '', , , , status = ''] = readLock(cluster).split('\n');
  if (!isPostmaster(Number(pid), cluster)) return null;
  return { pid: Number(pid), port: Number(port), ready: status.trim() === 'ready' };
}

function readLock({ files }: Cluster): string {
  try {
    return readFileSync(join(files, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function isPostmaster(pid: number, { files }: Cluster): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    const [program, ...args] =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        : [execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })];
    return program!.includes('postgres') && [program!, ...args].some((arg) => arg.includes(files));
  } catch {
    return false;
  }
}

/** When memory runs out, a connection rather ends than the server, which keeps the score of this process. */
const environment = {
  LC_ALL: 'C',
  PG_OOM_ADJUST_FILE: oomScoreFile,
  PG_OOM_ADJUST_VALUE: String(oomScores.postgresConnection),
};

/** Starts it in its own session, so that Ctrl-C does not reach it. Resolves before it is ready, to a function that tells whether it has ended. */
export async function spawnPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  owner: Owner | null,
  overrides: Record<string, string>,
): Promise<() => boolean> {
  const staleLock = readLock(cluster);
  // PostgreSQL only checks that the process id is in use, and would not start while another program has it.
  if (staleLock && !findPostmaster(cluster) && readLock(cluster) === staleLock)
    unlinkSync(join(cluster.files, 'postmaster.pid'));

  const log = openSync(join(cluster.folder, 'start.log'), 'w', 0o600);
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port: String(await freePort()) },
    ...memorySettings(cluster),
    ...overrides,
  };
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.files, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...{ cwd: dirname(binaries.postgres), env: environment, stdio: ['ignore', log, log] },
      ...{ detached: true, windowsHide: true, ...owner },
    },
  );
  closeSync(log);
  child.unref();

  let failed = false;
  child.on('error', () => {
    failed = true;
  });
  return () => failed || child.exitCode !== null || child.signalCode !== null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Returns the reason that PostgreSQL logged, in one line. */
export function readStartupError({ folder }: Cluster): string {
  const log = join(folder, 'start.log');
  if (!existsSync(log)) return 'the process ended';
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC): */, '') || 'no reason was logged';
}

/** Cancels running statements and writes a checkpoint. After 8 s it stops at once and recovers on the next start. */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  for (const [signal, seconds] of [['SIGINT', 8] as const, ['SIGQUIT', 5] as const]) {
    signalTo(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isPostmaster(pid, cluster)) return;
      await sleep(20);
    }
  }
  throw new DatabaseRefusal(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
