/** Lists the jobs that were set aside. */
import { listSetAside } from '../domain/set-aside.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

const most = 1_000;

export const run: Run = async ({ say }) => {
  const jobs = (await withDatabase(() => listSetAside(most))).map((row) => ({
    id: row.id,
    job: row.job,
    payload: row.payload,
    errors: row.errors,
    lastError: row.last_error,
    quarantinedAt: row.quarantined_at,
  }));
  if (jobs.length === 0) say('no job was set aside');
  for (const job of jobs) {
    say(`${job.id}  ${job.job}  ${job.quarantinedAt.toISOString()}  ${job.errors} errors`);
    say(`  payload  ${JSON.stringify(job.payload)}`);
    say(`  error    ${(job.lastError ?? '').replaceAll(/\s+/g, ' ')}`);
  }
  return jobs;
};
