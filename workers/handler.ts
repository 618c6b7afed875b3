/** What a handler is: a job's payload in, what becomes of the job out. */
import type { JobName, JobNamed, Payload } from '../src/jobs/catalogue.ts';

/** A handler that answers `again` is called once more then, without an error being counted. */
export type Outcome = 'done' | { again: Date };

/** Every job has one; each is idempotent, for a job may run twice. */
export type Handlers = { [Name in JobName]: (payload: Payload<JobNamed<Name>>) => Promise<Outcome> };
