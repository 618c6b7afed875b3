/** What a handler of jobs returns, how long it runs, and when its job runs again. */
import { isConnectionError } from '../src/db/errors.ts';
import {
  type JobName,
  type JobNamed,
  jobByName,
  maxErrors,
  maxMemoryKills,
  type Payload,
} from '../src/jobs/catalogue.ts';
import { ConfinedFailure } from '../src/lib/confined-process.ts';

// Defines what a job handler receives and returns

/** How a received activity ended, which is recorded together with the end of its job. */
export interface Handled {
  /** Of its row in `inbound`. */
  id: number;
  outcome: string;
}

/** `again` postpones the job to that time without counting an error. */
export type Outcome = OutcomeInBatch | { handled: Handled };

export type OutcomeInBatch = 'done' | { again: Date };

/**
 * From now until the time of an outcome, in ms. Both are of the clock of this process: one that is behind that of
 * PostgreSQL would find the job due at once, and run it over and over.
 */
export const delayUntil = (again: Date): number => Math.max(0, again.getTime() - Date.now());

/** One handler per job. Each is idempotent, because a job may run twice. */
export type Handlers = { [Name in JobName]: (payload: Payload<JobNamed<Name>>) => Promise<Outcome> };

// Runs long jobs in slices, so that other jobs of their queue and a restart need not wait for their end

const sliceMs = 5_000;

/** When a slice that begins now should end, in the time of `performance.now`. */
export const sliceEnd = (): number => performance.now() + sliceMs;

/** `work` stops at the given time and returns whether it is done. Otherwise the job runs again. */
export async function inSlices(work: (until: number) => Promise<boolean>): Promise<Outcome> {
  return (await work(sliceEnd())) ? 'done' : { again: new Date() };
}

// Decides how soon a job runs again after an error, and after how many errors it is quarantined

/** Seconds. PostgreSQL is usually back soon after a crash or a restart. */
const firstDelays = [1, 5, 15];

interface Retry {
  /** Seconds to wait after the first, second … error. The last value repeats. */
  delays: number[];
  maxErrors: number;
}

/**
 * After a connection error a job gets some quick retries before its own delays. A job for which the kernel killed a
 * process, because memory ran out, gets one more chance.
 */
export function retryAfter(name: string, error: unknown): Retry {
  const delays = jobByName[name as JobName]?.retry ?? [60];
  if (error instanceof ConfinedFailure && error.reason === 'killed') return { delays, maxErrors: maxMemoryKills };
  if (!isConnectionError(error)) return { delays, maxErrors };
  return { delays: [...firstDelays, ...delays], maxErrors: firstDelays.length + maxErrors };
}
