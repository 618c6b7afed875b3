/** Defines what a job handler receives and returns. */
import type { JobName, JobNamed, Payload } from '../src/jobs/catalogue.ts';

/** `again` postpones the job to that time without counting an error. */
export type Outcome = 'done' | { again: Date };

/** One handler per job. Each is idempotent, because a job may run twice. */
export type Handlers = { [Name in JobName]: (payload: Payload<JobNamed<Name>>) => Promise<Outcome> };
