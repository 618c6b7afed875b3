/** Whether jobs can be queued. */
import { findRedisProblem } from '../../jobs/reachable.ts';
import { config } from '../../lib/config.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkQueue(): Promise<Finding> {
  if (!config.redisUrl) return ok('queue', 'on PostgreSQL, in the same database');

  const { host } = new URL(config.redisUrl);
  const wrong = await findRedisProblem(config.redisUrl);
  return wrong === null
    ? ok('queue', `Redis at ${host} answers and keeps what it is given`)
    : problem(
        'queue',
        `Redis at ${host}: ${wrong}`,
        'start Redis with maxmemory-policy noeviction, or unset REDIS_URL: no job is lost meanwhile',
      );
}
