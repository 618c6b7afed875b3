/** Compares the clock of this machine with those of other servers, by the `Date` of their answers. */
import { createCache } from './cache.ts';

const maxHosts = 200;
const maxAgeMs = 24 * 3_600_000;
/** One server may be wrong, or many of one host. */
const minHosts = 3;

const differences = createCache<string, number>({ max: maxHosts, ttl: maxAgeMs });

/** Only for answers that no cache gives, such as those to a POST. Ignores a missing or wrong date. */
export function noteRemoteClock(host: string, date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) differences.set(host, Date.now() - time);
}

interface ClockDifference {
  /** The median. Positive if this machine is ahead. */
  ms: number;
  hosts: number;
}

/** Returns null until enough servers have answered. */
export function remoteClockDifference(): ClockDifference | null {
  const sorted = [...differences.values()].toSorted((one, other) => one - other);
  if (sorted.length < minHosts) return null;
  return { ms: sorted[Math.floor(sorted.length / 2)]!, hosts: sorted.length };
}
