/** Checks the Redis connection without opening the queues. */
import { Redis } from 'ioredis';

const timeoutMs = 3_000;

/** Returns a description of the problem, or null. */
export async function findRedisProblem(url: string): Promise<string | null> {
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
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? 'noeviction';
    return policy === 'noeviction' ? null : `its maxmemory-policy is ${policy}, which can lose jobs`;
  } catch (error) {
    return `it does not respond: ${reason || (error as Error).message}`;
  } finally {
    redis.disconnect();
  }
}
