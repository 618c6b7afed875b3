/** Limits requests by account or address, and reports the remaining quota in headers. */
import { hash } from 'node:crypto';
import { countInWindow } from '../db/sql/access.ts';
import { db } from '../db/statement.ts';
import { config } from '../lib/config.ts';
import { type Count, countOne } from '../lib/counters.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import type { Headers } from './headers.ts';

export interface RateLimit {
  name: string;
  quota: number;
  windowSeconds: number;
  /**
   * For guesses, accounts and messages of strangers, of which more processes must not allow more: counted in PostgreSQL
   * where there is no Redis. Other limits spare the process that counts.
   */
  isStrict?: true;
}

export const requestLimit: RateLimit = { name: 'default', quota: 300, windowSeconds: 300 };

/** For routes that receive files. */
export const uploadLimit: RateLimit = { name: 'media', quota: 30, windowSeconds: 1_800 };

/** For files that arrive in chunks. Each is kept until its import is finished or expires. */
export const largeUploadLimit: RateLimit = { name: 'large-upload', quota: 10, windowSeconds: 86_400 };

/** For the chunks of large files. */
export const chunkLimit: RateLimit = { name: 'chunk', quota: 600, windowSeconds: 1_800 };

/** For requests that make this server ask another one. */
export const lookUpLimit: RateLimit = { name: 'look-up', quota: 60, windowSeconds: 300 };

/** The subject may be an address that nobody chose to make public, so only a digest of it is stored. */
async function countInDatabase(key: string, windowSeconds: number): Promise<Count> {
  const digest = hash('sha256', key, 'base64url');
  const [row] = await countInWindow(db, JSON.stringify(['rate-limit', digest]), windowSeconds);
  return { used: row!.used, endsAt: row!.ends_at.getTime() };
}

/**
 * Counts one request and adds the RateLimit headers (IETF draft and X-RateLimit-*). Throws rate_limited. Does nothing
 * when RATE_LIMITS is off.
 */
export async function enforceRateLimit(
  limit: RateLimit,
  subject: string,
  headers: Headers = {},
  now = Date.now(),
): Promise<void> {
  if (!config.rateLimits) return;
  const count = await (limit.isStrict && !config.redisUrl ? countInDatabase : countOne)(
    `${limit.name} ${subject}`,
    limit.windowSeconds,
    now,
  );
  const remaining = Math.max(0, limit.quota - count.used);
  const seconds = Math.max(1, Math.ceil((count.endsAt - now) / 1000));
  headers['RateLimit-Policy'] = `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`;
  headers.RateLimit = `"${limit.name}";r=${remaining};t=${seconds}`;
  headers['X-RateLimit-Limit'] = String(limit.quota);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = new Date(count.endsAt).toISOString();

  if (count.used <= limit.quota) return;
  headers['Retry-After'] = String(seconds);
  throw new DomainError('rate_limited', t('errors.too-many-requests', { seconds }));
}
