/** Starts the embedded PostgreSQL, or joins a running one. The last process that uses it stops it. */
import { realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir } from '../../lib/data-folder.ts';
import { sizeText } from '../../lib/language/formats.ts';
import { databaseStartBytes, measureDisk } from '../../lib/storage/disk-space.ts';
import { DatabaseRefusal } from '../errors.ts';
import {
  type Binaries,
  type Cluster,
  checkAccess,
  checkVersion,
  closeToGroup,
  clusterFolder,
  createCluster,
  findBinaries,
  findOwner,
  readCluster,
} from './cluster.ts';
import { join, type Membership } from './membership.ts';
import { ensureOwner, findOwnerUrl } from './owner-role.ts';
import {
  findRunning,
  type Postmaster,
  type Program,
  readPostmaster,
  readStartupError,
  type Started,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

export type Embedded = {
  /** Names a role that owns the database and has no superuser rights. */
  url: string;
  /** False if it was already running. */
  startedHere: boolean;
  /** Restarts it on the same port whenever it dies. */
  restartOnExit(): void;
  /** Stops PostgreSQL unless another process still uses it. Call it last. */
  stop(): Promise<void>;
};

interface StartOptions {
  /** PostgreSQL settings for this start only, which override postgresql.conf. */
  settings?: Record<string, string>;
  /** Of the major version that wrote the cluster. */
  binaries?: Binaries;
  /** Called when a program of PostgreSQL has begun to work. */
  onLaunch?(): void;
}

/**
 * Resolves when it accepts connections. Safe to call from several processes at once.
 * @throws DatabaseRefusal with one line for the operator
 */
export async function startEmbedded(
  dataDir: string,
  { settings = {}, binaries = findBinaries(), onLaunch = () => {} }: StartOptions = {},
): Promise<Embedded> {
  createDataDir(dataDir);
  const home = realpathSync(dataDir);
  const found = readCluster(home);
  const owner = findOwner(found?.files ?? clusterFolder(home));
  checkAccess(owner, home, binaries);
  const cluster = found ?? (await createCluster(home, binaries, owner, onLaunch));
  checkVersion(cluster, binaries);
  closeToGroup(cluster);

  const program = { cluster, binaries, owner, settings, onLaunch };
  const { postmaster, started, url, membership } = await use(program);
  return embedded(program, { postmaster, url }, membership, started);
}

interface Use {
  postmaster: Postmaster;
  /** Null if it was already running. */
  started: Started | null;
  url: string;
  membership: Membership;
}

const maxFailures = 10;
/** Allows for recovery after a crash. */
const startTimeoutMs = 300_000;
/** For one that says that it is ready, and answers nobody here. */
const unreachableTimeoutMs = 10_000;
/** How often a start is tried on a full disk. As soon as there is room, it is not waited for. */
const fullDiskRetryMs = 30_000;
/** Reads a small file. Not every file system tells of changes. */
const readyPollMs = 5;
/** Some file systems hold no sockets, such as folders that a virtual machine shares with its host. */
const failuresWithSocket = 3;

/** Other processes may start and stop it at the same time, and the chosen port may be taken in the meantime. */
async function use(program: Program): Promise<Use> {
  const { cluster, owner } = program;
  const began = performance.now();
  let failures = 0;
  for (;;) {
    try {
      const found = await findRunning(cluster);
      const started = found ? null : await startPostmaster(program);
      if (!found && !started) {
        refuseUnreachable(cluster, performance.now() - began);
        await sleep(100);
        continue;
      }
      const postmaster = found ?? (await untilReady(cluster, started!));
      if (!postmaster) throw new Error(readStartupError(cluster));
      const url = await ensureOwner(cluster, postmaster, owner);
      return { postmaster, url, membership: await join(url), started };
    } catch (error) {
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof DatabaseRefusal && readPostmaster(cluster)?.ready !== false) throw error;
      if (failures === maxFailures)
        throw new DatabaseRefusal(
          `The embedded PostgreSQL in ${cluster.folder} does not start: ${reason}${await explainSpace(cluster)}`,
        );
      if (failures === failuresWithSocket) program.settings = { ...program.settings, unix_socket_directories: '' };
    }
    await sleep(100 * failures);
  }
}

async function explainSpace({ files }: Cluster): Promise<string> {
  const { freeBytes } = await measureDisk(files);
  if (freeBytes >= databaseStartBytes) return '';
  return `. Its disk has ${sizeText(freeBytes)} left: free at least ${sizeText(databaseStartBytes)}`;
}

/** Another process owns the cluster. It may be starting, recovering or stopping. */
function refuseUnreachable(cluster: Cluster, waitedMs: number): void {
  const isReady = readPostmaster(cluster)?.ready === true;
  if (waitedMs < (isReady ? unreachableTimeoutMs : startTimeoutMs)) return;
  throw new DatabaseRefusal(
    `The database in ${cluster.folder} is in use by a PostgreSQL that cannot be reached from here. ` +
      'Nothing was changed: stop the server that uses it, or run the command where the server runs.',
  );
}

/** Returns its URL, or null if it is not running and ready. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const cluster = readCluster(dataDir);
  const postmaster = cluster && (await findRunning(cluster));
  return cluster && postmaster ? findOwnerUrl(cluster, postmaster) : null;
}

/** Returns null if the process ended. */
async function untilReady(cluster: Cluster, { hasEnded }: Started): Promise<Postmaster | null> {
  for (let waited = 0; waited < startTimeoutMs; waited += readyPollMs) {
    const postmaster = await findRunning(cluster);
    if (postmaster) return postmaster;
    if (hasEnded()) return null;
    await sleep(readyPollMs);
  }
  return null;
}

function embedded(
  program: Program,
  { postmaster, url }: { postmaster: Postmaster; url: string },
  membership: Membership,
  initial: Started | null,
): Embedded {
  const { cluster } = program;
  let started = initial;
  let stopping: Promise<void> | undefined;
  let nextTryOnFullDisk = 0;

  /** On the same port, where all its users look for it. */
  async function revive(): Promise<void> {
    if (await findRunning(cluster)) return;
    if ((await measureDisk(cluster.files)).freeBytes < databaseStartBytes) {
      // PostgreSQL would end at once, and write why into its log each time.
      if (performance.now() < nextTryOnFullDisk) return;
      nextTryOnFullDisk = performance.now() + fullDiskRetryMs;
    }
    const settings = { ...program.settings, port: String(postmaster.port) };
    const restarted = await startPostmaster({ ...program, settings });
    if (!restarted) return;
    started = restarted;
    await untilReady(cluster, restarted);
  }

  return {
    url,
    startedHere: initial !== null,
    restartOnExit: () => membership.reviveBy(revive),
    stop: () =>
      (stopping ??= membership.leave(() => stopPostmaster(cluster, readPostmaster(cluster) ?? postmaster, started))),
  };
}
