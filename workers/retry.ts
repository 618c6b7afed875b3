/** Decides how soon a job runs again after an error, and after how many errors it is quarantined. */
import { isConnectionError } from '../src/db/errors.ts';
import { type JobName, jobByName, maxErrors, maxMemoryKills } from '../src/jobs/catalogue.ts';
import { ConfinedFailure } from '../src/lib/confined-process.ts';

/** Seconds. PostgreSQL is usually back soon after a crash or a restart. */
const firstDelays = [1, 5, 15];

interface Retry {
  /** Seconds to wait after the first, second … error. The last value repeats. */
  delays: number[];
  maxErrors: number;
}

/**
 * After a connection error a job gets some quick retries before its own delays. A job for which the kernel killed a process,
 * because memory ran out, gets one more chance.
 */
export function retryAfter(name: string, error: unknown): Retry {
  const delays = jobByName[name as JobName]?.retry ?? [60];
  if (error instanceof ConfinedFailure && error.reason === 'killed') return { delays, maxErrors: maxMemoryKills };
  if (!isConnectionError(error)) return { delays, maxErrors };
  return { delays: [...firstDelays, ...delays], maxErrors: firstDelays.length + maxErrors };
}
