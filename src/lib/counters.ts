/** Counts events per key and time window, in Redis where there is one, else in this process alone. */
import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { createCache } from './cache.ts';
import { config } from './config.ts';
import { log } from './log.ts';

export interface Count {
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

/** Adds one to a count. While Redis is unreachable, this process counts for itself. */
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
