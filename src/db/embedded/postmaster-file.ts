/** Reads where a PostgreSQL listens, and finds out whether it does. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';

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
export const socketFolder = '.';

export function readPostmaster({ files }: Cluster): Postmaster | null {
  const [pid = '', seen = '', , port = '', socket, , , status = ''] = readLines(
    join(files, 'postmaster.pid'),
  );
  if (!pid) return null;
  return {
    ...{ pid: Number(pid), files: seen, port: Number(port) },
    ...{ hasSocket: socket === socketFolder, ready: status.trim() === 'ready' },
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
  const address = folder
    ? { path: socketPath(folder, postmaster.port) }
    : { host: '127.0.0.1', port: postmaster.port };
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
