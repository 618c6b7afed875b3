/** Checks that the job queue works and does not evict jobs. */

import { findRedisProblem } from '../../../jobs/queues.ts';
import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkQueue(): Promise<CheckResult> {
  if (!config.redisUrl) return ok('queue', toMessage('doctor-checks.queue-on-postgresql'));

  const { host } = new URL(config.redisUrl);
  const found = await findRedisProblem(config.redisUrl);
  return found === null
    ? ok('queue', toMessage('doctor-checks.queue-good', { host }))
    : problem('queue', found, toMessage('doctor-checks.queue-remedy'));
}
