/** Checks that the job queue works and does not evict jobs. */
import { findRedisProblem } from '../../../jobs/ping.ts';
import { config } from '../../../lib/config.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkQueue(): Promise<CheckResult> {
  if (!config.redisUrl) return ok('queue', 'on PostgreSQL, in the same database');

  const { host } = new URL(config.redisUrl);
  const found = await findRedisProblem(config.redisUrl);
  return found === null
    ? ok('queue', `Redis at ${host} answers and evicts nothing`)
    : problem(
        'queue',
        `Redis at ${host}: ${found}`,
        'start Redis with maxmemory-policy noeviction, or unset REDIS_URL; no job is lost in the meantime',
      );
}
