/** The PostgreSQL that comes with the house: started where none runs, adopted where one does, stopped by the last who uses it. */
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './embedded/binaries.ts';
import { type Cluster, checkVersion, clusterFolder, createCluster, readCluster } from './embedded/cluster.ts';
import { keepRunning } from './embedded/keeper.ts';
import { join, type Membership } from './embedded/membership.ts';
import { checkReach, findOwner } from './embedded/owner.ts';
import {
  endPostmaster,
  findPostmaster,
  lastWords,
  type Postmaster,
  spawnPostmaster,
} from './embedded/postmaster.ts';
import { DatabaseRefusal } from './refusal.ts';

export type Embedded = {
  url: string;
  /** False when it ran already, for another process or because the one that started it was killed. */
  startedHere: boolean;
  /** From now on starts it again, at the same address, should it die under its users. */
  keep(): void;
  /** Call it last. Stops PostgreSQL unless another process uses it; that one will stop it then. */
  stop(): Promise<void>;
};

/**
 * Resolves when it answers; safe to call from several processes at once.
 * @param settings PostgreSQL's own, for this start only, above those in its postgresql.conf
 * @throws DatabaseRefusal with one line for the operator
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  makeFolder(dataDir);
  const home = realpathSync(dataDir);
  const binaries = findBinaries();
  const found = readCluster(home);
  const owner = findOwner(found?.files ?? clusterFolder(home));
  checkReach(owner, home, binaries);
  const cluster = found ?? (await createCluster(home, binaries, owner));
  checkVersion(cluster, binaries);

  // Tried again because others start and stop it too: PostgreSQL's own lock file decides who wins, and a port
  // found free may be taken by the time it is wanted.
  let reason = '';
  for (let attempt = 0; attempt < 10; attempt++) {
    const running = findPostmaster(cluster) !== null;
    const ended = running ? () => true : await spawnPostmaster(cluster, binaries, owner, settings);
    const postmaster = await untilReady(cluster, ended);
    try {
      if (!postmaster) throw new Error(lastWords(cluster));
      const membership = await join(urlOf(cluster, postmaster));
      const again = () =>
        spawnPostmaster(cluster, binaries, owner, { ...settings, port: String(postmaster.port) });
      return embedded(cluster, postmaster, membership, !ended(), again);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await sleep(100 * attempt);
  }
  throw new DatabaseRefusal(`The embedded PostgreSQL in ${cluster.folder} does not start: ${reason}`);
}

/** Where the umask closes what we just made, PostgreSQL as another user could not enter it. */
function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  if (!first) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) chmodSync(made, 0o711);
}

/** Its URL if it runs and is ready, else null. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const cluster = readCluster(dataDir);
  const postmaster = cluster && findPostmaster(cluster);
  return cluster && postmaster?.ready ? urlOf(cluster, postmaster) : null;
}

/** Null when it ended before, or is not there and is not ours to wait for. Recovery after a crash may take a while, and is not ours to hurry. */
async function untilReady(cluster: Cluster, ended: () => boolean): Promise<Postmaster | null> {
  for (let waited = 0; waited < 300_000; waited += 20) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.ready) return postmaster;
    if (ended() && !postmaster) return null;
    await sleep(20);
  }
  return null;
}

function urlOf({ password }: Cluster, { port }: Postmaster): string {
  return `postgresql://potluck:${password}@127.0.0.1:${port}/potluck`;
}

function embedded(
  cluster: Cluster,
  postmaster: Postmaster,
  membership: Membership,
  startedHere: boolean,
  again: () => Promise<() => boolean>,
): Embedded {
  let stopping: Promise<void> | null = null;
  let keeper: { stop(): Promise<void> } | undefined;
  async function stop(): Promise<void> {
    await keeper?.stop();
    if (await membership.leave()) await endPostmaster(cluster, findPostmaster(cluster) ?? postmaster);
  }
  return {
    url: urlOf(cluster, postmaster),
    startedHere,
    keep: () => {
      keeper ??= keepRunning(cluster, async () => void (await untilReady(cluster, await again())));
    },
    stop: () => (stopping ??= stop()),
  };
}
