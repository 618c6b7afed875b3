/** Lists quarantined jobs. */
import { listQuarantinedJobs } from '../domain/instance/upkeep.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

const maxJobs = 1_000;

export const run: CommandHandler = async ({ print }) => {
  const jobs = (await withDatabase(() => listQuarantinedJobs(maxJobs))).map((row) => ({
    id: row.id,
    job: row.job,
    payload: row.payload,
    errors: row.errors,
    lastError: row.last_error,
    quarantinedAt: row.quarantined_at,
  }));
  if (jobs.length === 0) print('no job is quarantined');
  for (const job of jobs) {
    print(`${job.id}  ${job.job}  ${job.quarantinedAt.toISOString()}  ${job.errors} errors`);
    print(`  payload  ${JSON.stringify(job.payload)}`);
    print(`  error    ${(job.lastError ?? '').replaceAll(/\s+/g, ' ')}`);
  }
  return jobs;
};
