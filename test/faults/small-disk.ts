/** A folder on a file system of its own that can be filled and freed. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { reportSkipped } from '../support/report-skipped.ts';

export interface SmallDisk {
  folder: string;
  /** Writes a file until no byte is left. */
  fill(): void;
  /** Removes that file. */
  free(): void;
  freeBytes(): number;
  resize(mebibytes: number): void;
  unmount(): void;
}

/** Returns null and prints a loud line where mounts are not allowed. The folder is open to all users. */
export function mountSmallDisk(folder: string, mebibytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    reportSkipped('mounting a file system is not allowed, so no disk is filled');
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w');
      for (const size of [2 ** 20, 2 ** 12]) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    resize: (size) => void spawnSync('mount', ['-o', `remount,size=${size}m`, folder]),
    unmount: () => void spawnSync('umount', [folder]),
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
