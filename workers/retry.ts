/** Decides how soon a job runs again after an error, and after how many errors it is quarantined. */
import { isConnectionError } from '../src/db/errors.ts';
import { type JobName, jobByName } from '../src/jobs/catalogue.ts';
import { maxErrors } from '../src/jobs/define.ts';

/** Seconds. PostgreSQL is usually back soon after a crash or a restart. */
const firstDelays = [1, 5, 15];

interface Retry {
  /** Seconds to wait after the first, second … error. The last value repeats. */
  delays: number[];
  maxErrors: number;
}

/** After a connection error a job gets some quick retries before its own delays. */
export function retryAfter(name: string, error: unknown): Retry {
  const delays = jobByName[name as JobName]?.retry ?? [60];
  if (!isConnectionError(error)) return { delays, maxErrors };
  return { delays: [...firstDelays, ...delays], maxErrors: firstDelays.length + maxErrors };
}
