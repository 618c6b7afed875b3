/** Counts requests by token or address, and says in the answer how many are left. */
import { DomainError } from '../lib/errors.ts';
import type { Headers } from './headers.ts';

export interface Limit {
  name: string;
  quota: number;
  /** Seconds. */
  window: number;
}

export const requestLimit: Limit = { name: 'default', quota: 300, window: 300 };

/** For whoever uploads, beside the other. */
export const uploadLimit: Limit = { name: 'media', quota: 30, window: 1_800 };

interface Count {
  used: number;
  endsAt: number;
}

const counts = new Map<string, Count>();
/** Strangers choose their addresses, so what they can make us remember is bounded. */
const maxCounts = 50_000;

/** Counts one request; throws rate_limited when there were too many. `headers` get the draft's and the customary fields. */
export function takeOne(limit: Limit, who: string, headers: Headers, now = Date.now()): void {
  const count = countOf(`${limit.name} ${who}`, limit, now);
  count.used += 1;

  const remaining = Math.max(0, limit.quota - count.used);
  const seconds = Math.max(1, Math.ceil((count.endsAt - now) / 1000));
  headers['RateLimit-Policy'] = `"${limit.name}";q=${limit.quota};w=${limit.window}`;
  headers.RateLimit = `"${limit.name}";r=${remaining};t=${seconds}`;
  headers['X-RateLimit-Limit'] = String(limit.quota);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = new Date(count.endsAt).toISOString();

  if (count.used <= limit.quota) return;
  headers['Retry-After'] = String(seconds);
  throw new DomainError('rate_limited', `too many requests, try again in ${seconds} s`);
}

function countOf(key: string, { window }: Limit, now: number): Count {
  const known = counts.get(key);
  if (known && known.endsAt > now) return known;

  counts.delete(key);
  if (counts.size >= maxCounts) makeRoom(now);
  const count = { used: 0, endsAt: now + window * 1000 };
  counts.set(key, count);
  return count;
}

/** Drops what has ended, else the oldest tenth: a Map keeps the order of insertion. */
function makeRoom(now: number): void {
  for (const [key, { endsAt }] of counts) if (endsAt <= now) counts.delete(key);
  let surplus = counts.size - maxCounts * 0.9;
  for (const key of counts.keys()) {
    if (surplus <= 0) break;
    counts.delete(key);
    surplus -= 1;
  }
}
