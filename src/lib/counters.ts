/** Counts what happens within a stretch of time, for all processes together where there is a Redis, else for this one alone. */
import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { config } from './config.ts';
import { log } from './log.ts';

export interface Count {
  /** This time included. */
  used: number;
  /** In ms since 1970; then it begins anew. */
  endsAt: number;
}

/** How long, in ms, Redis may keep somebody waiting. */
const patience = 500;
/** How often, in ms, it is said that it is away. */
const silence = 10_000;

const countUp = `local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {used, redis.call('PTTL', KEYS[1])}`;

/** Redis out of reach delays and refuses nobody: this process then counts for itself. */
export async function countOne(key: string, seconds: number, now = Date.now()): Promise<Count> {
  if (!config.redisUrl) return countHere(key, seconds, now);
  try {
    const redis = await connected(config.redisUrl);
    const name = `potluck.${config.host}.count.${hash('sha256', key, 'base64url')}`;
    const [used, left] = (await redis.eval(countUp, 1, name, seconds * 1_000)) as [number, number];
    return { used, endsAt: now + left };
  } catch (error) {
    complain(error as Error);
    return countHere(key, seconds, now);
  }
}

let redis: Redis | undefined;
let firstTry: Promise<void> | undefined;

/** Only the first waits for the connection; from then on Redis is there or it is not. */
async function connected(url: string): Promise<Redis> {
  if (!redis) {
    redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      connectTimeout: patience,
      commandTimeout: patience,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(200 * times, 5_000),
    });
    redis.on('error', () => {});
    firstTry = redis.connect().catch(() => {});
  }
  await firstTry;
  return redis;
}

let complainedAt = 0;

function complain({ message }: Error): void {
  if (Date.now() - complainedAt < silence) return;
  complainedAt = Date.now();
  log.warn({ error: message }, 'Redis is out of reach: each process counts requests for itself');
}

const counts = new Map<string, Count>();
/** Strangers choose their addresses, so what they can make us remember is bounded. */
const maxCounts = 50_000;

function countHere(key: string, seconds: number, now: number): Count {
  let count = counts.get(key);
  if (!count || count.endsAt <= now) {
    counts.delete(key);
    if (counts.size >= maxCounts) makeRoom(now);
    count = { used: 0, endsAt: now + seconds * 1_000 };
    counts.set(key, count);
  }
  count.used += 1;
  return { ...count };
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
