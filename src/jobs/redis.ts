/** Checks the Redis connection without opening the queues. */
import type { Redis } from 'ioredis';
import { type Message, toMessage } from '../lib/language/text.ts';
import { addressOf } from '../lib/server-urls.ts';

/** `noeviction` is the only one that keeps all jobs. */
export const evictionPolicy = async (redis: Redis): Promise<string> =>
  /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? 'noeviction';

const timeoutMs = 3_000;

/** Returns null if the queues can use it. */
export async function findRedisProblem(url: string): Promise<Message | null> {
  const host = addressOf(url);
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await redis.connect();
    const policy = await evictionPolicy(redis);
    return policy === 'noeviction' ? null : toMessage('doctor-checks.queue-evicts', { host, policy });
  } catch (error) {
    return toMessage('doctor-checks.queue-silent', { host, reason: reason || (error as Error).message });
  } finally {
    redis.disconnect();
  }
}
