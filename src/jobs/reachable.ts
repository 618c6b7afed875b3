/** Whether jobs can be queued, asked without opening the queues. */
import { Redis } from 'ioredis';

const patience = 3_000;

/** What is wrong with the Redis of this URL, in words, or null. */
export async function findRedisProblem(url: string): Promise<string | null> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patience,
    commandTimeout: patience,
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
    return policy === 'noeviction' ? null : `its maxmemory-policy is ${policy}, so that it may forget jobs`;
  } catch (error) {
    return `it does not answer: ${reason || (error as Error).message}`;
  } finally {
    redis.disconnect();
  }
}
