/** Owns a cluster by a lock of the kernel, which PostgreSQL inherits and which ends with its last process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseRefusal } from '../startup-error.ts';
import type { Cluster } from './cluster.ts';
import { readPostmaster } from './postmaster-file.ts';

export interface Ownership {
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
  throw new DatabaseRefusal(
    `${files} cannot be locked: ${reason.trim() || `flock ended with ${child.exitCode}`}`,
  );
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
