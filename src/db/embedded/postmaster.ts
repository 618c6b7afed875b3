/** Starts and stops the embedded PostgreSQL, of which there is one per data folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { oomScoreFile, oomScores } from '../../lib/memory.ts';
import { DatabaseRefusal } from '../errors.ts';
import { type Binaries, type Cluster, memorySettings, type Owner } from './cluster.ts';

// Reads where a PostgreSQL listens, and finds out whether it does

/** What postmaster.pid says. It may be outdated. */
export interface Postmaster {
  /** In the namespace of the process that started it. */
  pid: number;
  /** Where it sees the files of the cluster. */
  files: string;
  port: number;
  /** True if it has a socket among the files, and then it also has the lock. */
  hasSocket: boolean;
  ready: boolean;
}

/** Beside its files, where it works. A relative path is never too long for PostgreSQL. */
const socketFolder = '.';

export function readPostmaster({ files }: Cluster): Postmaster | null {
  const [pid = '', seen = '', , port = '', socket, , , status = ''] = readLines(join(files, 'postmaster.pid'));
  if (!pid) return null;
  return {
    pid: Number(pid),
    files: seen,
    port: Number(port),
    hasSocket: socket === socketFolder,
    ready: status.trim() === 'ready',
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Linux allows 108 bytes with the zero at the end, macOS 104. */
const maxPathBytes = 103;

/** Returns the folder of its socket, or null if it is reached by TCP. */
export function socketFolderOf({ files }: Cluster, { port, hasSocket }: Postmaster): string | null {
  return hasSocket && Buffer.byteLength(socketPath(files, port)) <= maxPathBytes ? files : null;
}

const socketPath = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`);

/** Returns it if it accepts connections. The kernel answers for a socket, also where the process is not visible. */
export async function findRunning(cluster: Cluster): Promise<Postmaster | null> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster?.ready) return null;
  const folder = socketFolderOf(cluster, postmaster);
  // A copied folder names the port of the original.
  if (!folder && postmaster.files !== cluster.files) return null;
  const address = folder ? { path: socketPath(folder, postmaster.port) } : { host: '127.0.0.1', port: postmaster.port };
  return (await accepts(address)) ? postmaster : null;
}

function accepts(address: { path: string } | { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
      .once('connect', () => resolve(true))
      // Its queue is full: it lives, but is frozen or very busy.
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'))
      .once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

// Owns a cluster by a lock of the kernel, which PostgreSQL inherits and which ends with its last process

interface Ownership {
  /** PostgreSQL gets it, and owns the cluster from then on. Null where the platform has no such lock. */
  descriptor: number | null;
  /** Of a PostgreSQL that was killed. Its users look for it there. */
  formerPort: number | null;
  /** Ends the ownership of this process. */
  release(): void;
}

/**
 * Returns null while another process owns the cluster. All containers and namespaces of a machine see the lock, unlike
 * processes and their ids.
 * @throws DatabaseRefusal if a PostgreSQL without the lock may live
 */
export async function ownCluster(cluster: Cluster): Promise<Ownership | null> {
  // Elsewhere PostgreSQL decides alone, by the process id in its lock file.
  if (process.platform !== 'linux') return { descriptor: null, formerPort: null, release: () => {} };

  // Every cluster has this file, and a network file system locks only what is open for writing.
  const file = join(cluster.files, 'PG_VERSION');
  const descriptor = openSync(file, 'r+');
  const release = () => closeSync(descriptor);
  try {
    // An upgrade may have put another cluster here in the meantime.
    if ((await lock(descriptor, cluster)) && fstatSync(descriptor).ino === statSync(file).ino)
      return { descriptor, formerPort: removeRemains(cluster), release };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Node cannot lock files. The lock belongs to the open file, so it stays when this program ends. */
async function lock(descriptor: number, { files }: Cluster): Promise<boolean> {
  const child = spawn('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'pipe', descriptor] });
  const ended = once(child, 'close').catch(() => {
    throw new DatabaseRefusal(
      'The program "flock" is missing: install the package util-linux. It keeps two PostgreSQL from one folder.',
    );
  });
  const [reason] = await Promise.all([text(child.stderr!), ended]);
  if (child.exitCode === 0) return true;
  if (child.exitCode === 1 && reason === '') return false;
  throw new DatabaseRefusal(`${files} cannot be locked: ${reason.trim() || `flock ended with ${child.exitCode}`}`);
}

/** The lock proves that a PostgreSQL which had it is dead, also if another program has its process id by now. */
function removeRemains(cluster: Cluster): number | null {
  const found = readPostmaster(cluster);
  if (found && !found.hasSocket) {
    // An earlier version started it without the lock. If its id is free, PostgreSQL checks its shared memory.
    if (mayLive(found.pid))
      throw new DatabaseRefusal(
        `${join(cluster.files, 'postmaster.pid')} names process ${found.pid}, which exists. It may be a PostgreSQL ` +
          'that an earlier version started and that cannot be reached from here: stop the server that uses it. ' +
          'If that process is another program, delete the file.',
      );
    return null;
  }
  if (found) rmSync(join(cluster.files, 'postmaster.pid'));
  for (const name of readdirSync(cluster.files))
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster.files, name), { force: true });
  return found?.port ?? null;
}

function mayLive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

// Finds the data folders of embedded databases that run on this machine

/** The folder of a cluster below its data folder. */
const files = `${sep}postgres${sep}files`;

/** Returns an empty list where processes of others are hidden. */
export function findRunningDataFolders(): string[] {
  const clusters = process.platform === 'linux' ? readProc() : readPs();
  const folders = clusters.filter((path) => path.endsWith(files)).map((path) => dirname(dirname(path)));
  return [...new Set(folders)].sort();
}

function readProc(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [program = '', option, path = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return program.endsWith('postgres') && option === '-D' ? [path] : [];
      } catch {
        // The process ended, or belongs to somebody else.
        return [];
      }
    });
}

function readPs(): string[] {
  try {
    const list = execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' });
    return [...list.matchAll(/postgres -D (\S.*?\/postgres\/files)(?= |$)/gm)].map(([, path]) => path!);
  } catch {
    return [];
  }
}

// Starts and stops the PostgreSQL server process

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
  onLaunch?(): void;
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

function launch({ cluster, binaries, owner, settings, onLaunch }: Program, port: string, lock: number | null): Started {
  const folder = process.platform === 'win32' ? '' : socketFolder;
  const listening = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder };
  const options = Object.entries({ ...listening, ...memorySettings(cluster), ...settings });
  const log = openSync(startLog(cluster), 'w', 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.files, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: dirname(binaries.postgres),
      env: environment,
      // All processes of PostgreSQL inherit the lock. They never use it.
      stdio: ['ignore', log, log, ...(lock === null ? [] : [lock])],
      detached: true,
      windowsHide: true,
      ...owner,
    },
  );
  closeSync(log);
  child.unref();
  onLaunch?.();
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
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster, started: Started | null): Promise<void> {
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
