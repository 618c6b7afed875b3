/** Starts the embedded PostgreSQL, or joins a running one. The last process that uses it stops it. */
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRefusal } from '../startup-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Cluster, checkVersion, clusterFolder, createCluster, readCluster } from './cluster.ts';
import { join, type Membership } from './membership.ts';
import { ensureOwner, findOwnerUrl } from './owner-role.ts';
import {
  findPostmaster,
  type Postmaster,
  readStartupError,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { checkAccess, findOwner } from './run-as.ts';
import { superviseRestarts } from './supervisor.ts';

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

/**
 * Resolves when it accepts connections. Safe to call from several processes at once.
 * @param settings PostgreSQL settings for this start only, which override postgresql.conf
 * @param binaries of the major version that wrote the cluster
 * @throws DatabaseRefusal with one line for the operator
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
  binaries: Binaries = findBinaries(),
): Promise<Embedded> {
  makeFolder(dataDir);
  const home = realpathSync(dataDir);
  const found = readCluster(home);
  const owner = findOwner(found?.files ?? clusterFolder(home));
  checkAccess(owner, home, binaries);
  const cluster = found ?? (await createCluster(home, binaries, owner));
  checkVersion(cluster, binaries);

  // Other processes may start and stop it at the same time, and the chosen port may be taken in the meantime.
  let reason = '';
  for (let attempt = 0; attempt < 10; attempt++) {
    const isRunning = findPostmaster(cluster) !== null;
    const ended = isRunning ? () => true : await spawnPostmaster(cluster, binaries, owner, settings);
    const postmaster = await untilReady(cluster, ended);
    try {
      if (!postmaster) throw new Error(readStartupError(cluster));
      const url = await ensureOwner(cluster, postmaster.port, owner);
      const membership = await join(url);
      const restart = () =>
        spawnPostmaster(cluster, binaries, owner, { ...settings, port: String(postmaster.port) });
      return embedded({ cluster, postmaster, url }, membership, !ended(), restart);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await sleep(100 * attempt);
  }
  throw new DatabaseRefusal(`The embedded PostgreSQL in ${cluster.folder} does not start: ${reason}`);
}

/** PostgreSQL may run as another user, who must be able to enter new folders despite the umask. */
function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (!first) return;
  for (let created = resolve(path); created.length >= first.length; created = dirname(created))
    chmodSync(created, 0o711);
}

/** Returns its URL, or null if it is not running and ready. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const cluster = readCluster(dataDir);
  const postmaster = cluster && findPostmaster(cluster);
  return cluster && postmaster?.ready ? findOwnerUrl(cluster, postmaster.port) : null;
}

/** Returns null if the process ended. The long timeout allows for recovery after a crash. */
async function untilReady(cluster: Cluster, ended: () => boolean): Promise<Postmaster | null> {
  for (let waited = 0; waited < 300_000; waited += 20) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.ready) return postmaster;
    if (ended() && !postmaster) return null;
    await sleep(20);
  }
  return null;
}

function embedded(
  { cluster, postmaster, url }: { cluster: Cluster; postmaster: Postmaster; url: string },
  membership: Membership,
  startedHere: boolean,
  restart: () => Promise<() => boolean>,
): Embedded {
  let stopping: Promise<void> | null = null;
  let supervisor: { stop(): Promise<void> } | undefined;
  async function stop(): Promise<void> {
    await supervisor?.stop();
    if (await membership.leave()) await stopPostmaster(cluster, findPostmaster(cluster) ?? postmaster);
  }
  return {
    url,
    startedHere,
    restartOnExit: () => {
      supervisor ??= superviseRestarts(
        cluster,
        async () => void (await untilReady(cluster, await restart())),
      );
    },
    stop: () => (stopping ??= stop()),
  };
}
