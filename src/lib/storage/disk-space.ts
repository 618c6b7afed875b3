/** Watches the space on the disks of the data, and refuses files while the database still has room. */
import { stat, statfs } from 'node:fs/promises';
import { config } from '../config.ts';
import { mediaFolder } from '../data-folder.ts';
import { DomainError } from '../errors.ts';
import { sizeText } from '../language/formats.ts';
import { t } from '../language/text.ts';
import { limitRepeats, log } from '../log.ts';

/** What the database may still use when files are refused: it also needs room to start again after a crash. */
const maxReservedBytes = 256 * 2 ** 20;
/** Of a small disk. */
const reservedShare = 0.15;
/** With less, an operator should do something soon. */
export const lowBytes = 512 * 2 ** 20;
/** PostgreSQL writes its journal in segments of 16 MiB, and needs two of them to start again after a crash. */
export const databaseStartBytes = 2 * 16 * 2 ** 20;

interface DiskSpace {
  folder: string;
  freeBytes: number;
  /** With less, no files are accepted. */
  reservedBytes: number;
}

export async function measureDisk(folder = config.dataDir): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const reservedBytes = Math.min(maxReservedBytes, Math.round(blocks * bsize * reservedShare));
  return { folder, freeBytes: bavail * bsize, reservedBytes };
}

/** The disk of the data folder, and that of the media if they are on another one. */
export async function measureDisks(): Promise<DiskSpace[]> {
  const deviceOf = (folder: string) =>
    stat(folder).then(
      ({ dev }) => dev,
      () => null,
    );
  const [data, media] = [await deviceOf(config.dataDir), await deviceOf(mediaFolder)];
  const hasOwnDisk = !config.s3 && media !== null && media !== data;
  return Promise.all([measureDisk(), ...(hasOwnDisk ? [measureDisk(mediaFolder)] : [])]);
}

export const isScarce = ({ freeBytes, reservedBytes }: DiskSpace): boolean => freeBytes < reservedBytes;

export const hasSpace = async (): Promise<boolean> => !(await measureDisks()).some(isScarce);

/** A disk has no room for files. */
export class NoSpace extends DomainError {
  constructor() {
    super('unavailable', t('errors.no-space'));
  }
}

/** Throws NoSpace. A folder that does not exist yet is on the disk of the data folder. */
export async function requireSpace(folder = config.dataDir): Promise<void> {
  const disk = await measureDisk(folder).catch(() => measureDisk());
  if (isScarce(disk)) throw new NoSpace();
}

/** An error of the file system. */
export function isFull(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

const intervalMs = 5_000;
const lineIntervalMs = 60_000;
const lowLineIntervalMs = 3_600_000;
/** In the log of a full disk, the consequences must not hide the cause. */
const repeatsWhenFull = 1;

/**
 * Looks every 5 s, until the process ends. While a disk is full, each line of the log is written once a minute.
 * @param logs false in a process whose parent says it
 */
export async function watchDisks({ logs = true } = {}): Promise<void> {
  const due = new Map<string, number>();
  const scarceFolders = new Set<string>();

  const report = (disk: DiskSpace, now: number) => {
    const { folder, freeBytes, reservedBytes } = disk;
    const isLow = freeBytes < lowBytes;
    if (!isLow) due.delete(folder);
    if (!isScarce(disk) && scarceFolders.delete(folder)) {
      due.delete(folder);
      log.info({ folder, free: sizeText(freeBytes) }, 'the disk has room again, and files are accepted');
    }
    if (isScarce(disk) && !scarceFolders.has(folder)) {
      scarceFolders.add(folder);
      due.delete(folder);
    }
    if (now < (due.get(folder) ?? 0) || (!isLow && !isScarce(disk))) return;
    const line = { folder, free: sizeText(freeBytes), needed: sizeText(reservedBytes) };
    due.set(folder, now + (isScarce(disk) ? lineIntervalMs : lowLineIntervalMs));
    if (isScarce(disk)) log.error(line, 'the disk is full: uploads, imports and pictures of other servers are refused');
    else log.warn(line, 'the disk is almost full, and files are refused when less is free than is needed');
  };

  const look = async () => {
    const disks = await measureDisks().catch(() => []);
    limitRepeats(disks.some(isScarce) ? repeatsWhenFull : null);
    if (logs) for (const disk of disks) report(disk, performance.now());
  };
  setInterval(look, intervalMs).unref();
  await look();
}
