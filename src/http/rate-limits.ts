/** Limits requests by account or address, and reports the remaining quota in headers. */
import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { countInWindow } from '../db/sql/access.ts';
import { db } from '../db/statement.ts';
import { createCache } from '../lib/cache.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { log } from '../lib/log.ts';
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

// Counts requests in a window of time

interface Count {
  /** Includes this event. */
  used: number;
  /** When the window ends, in ms since 1970. */
  endsAt: number;
}

const redisTimeoutMs = 500;
const warnIntervalMs = 10_000;

const incrementScript = `local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {used, redis.call('PTTL', KEYS[1])}`;

/** Adds one to a count, in Redis where there is one. Without it or while it is unreachable, this process counts. */
export async function countOne(key: string, windowSeconds: number, now = Date.now()): Promise<Count> {
  if (!config.redisUrl) return incrementHere(key, windowSeconds, now);
  try {
    const redis = await connected(config.redisUrl);
    const name = `potluck.${config.host}.count.${hash('sha256', key, 'base64url')}`;
    const answer = await redis.eval(incrementScript, 1, name, windowSeconds * 1_000);
    const [used, leftMs] = answer as [number, number];
    return { used, endsAt: now + leftMs };
  } catch (error) {
    warn(error as Error);
    return incrementHere(key, windowSeconds, now);
  }
}

let redis: Redis | undefined;
let firstAttempt: Promise<void> | undefined;

/** Waits for the first attempt to connect only. After that, commands fail at once while Redis is unreachable. */
async function connected(url: string): Promise<Redis> {
  if (!redis) {
    redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      connectTimeout: redisTimeoutMs,
      commandTimeout: redisTimeoutMs,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(200 * times, 5_000),
    });
    redis.on('error', () => {});
    firstAttempt = redis.connect().catch(() => {});
  }
  await firstAttempt;
  return redis;
}

let warnedAt = 0;

function warn({ message }: Error): void {
  if (Date.now() - warnedAt < warnIntervalMs) return;
  warnedAt = Date.now();
  log.warn({ error: message }, 'Redis is unreachable: each process counts requests for itself');
}

/** Bounded, because clients can choose among many addresses. */
const counts = createCache<string, Count>({ max: 50_000 });

function incrementHere(key: string, windowSeconds: number, now: number): Count {
  let count = counts.get(key);
  if (!count || count.endsAt <= now) {
    count = { used: 0, endsAt: now + windowSeconds * 1_000 };
    counts.set(key, count);
  }
  count.used += 1;
  return { ...count };
}

/** The subject may be an address that nobody chose to make public, so only a digest of it is stored. */
async function countInDatabase(key: string, windowSeconds: number): Promise<Count> {
  const digest = hash('sha256', key, 'base64url');
  const [row] = await countInWindow(db, JSON.stringify(['rate-limit', digest]), windowSeconds);
  return { used: row!.used, endsAt: row!.ends_at.getTime() };
}
