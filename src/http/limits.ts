/** Counts requests by token or address, and says in the answer how many are left. */
import { countOne } from '../lib/counters.ts';
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

/** Counts one request; throws rate_limited when there were too many. `headers` get the draft's and the customary fields. */
export async function takeOne(limit: Limit, who: string, headers: Headers, now = Date.now()): Promise<void> {
  const count = await countOne(`${limit.name} ${who}`, limit.window, now);
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
