/** Reads how much memory a process takes. */
import { readFileSync } from 'node:fs';

/**
 * Returns the proportional set size in MB, which counts memory shared by n processes as an nth for each.
 * Null where the kernel does not tell, as on macOS.
 */
export function readPss(pid: number): number | null {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

export type Role = 'web' | 'worker';

const peaks = new Map<Role, number>();

/** Call it after a load, before the process ends. */
export function recordAfterLoad(role: Role, pid: number | undefined): void {
  const now = pid === undefined ? null : readPss(pid);
  if (now !== null) peaks.set(role, Math.max(now, peaks.get(role) ?? 0));
}

/** Returns the largest recorded value in MB; undefined when nothing was recorded. */
export const largestAfterLoad = (role: Role): number | undefined => peaks.get(role);
