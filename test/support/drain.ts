/** Runs all due jobs in this process until none is left. */
import { pool } from '../../src/db/client.ts';
import { claimDueJobs } from '../../src/db/sql/jobs/outbox.ts';
import { db } from '../../src/db/statement.ts';
import { batchedJobs, jobs } from '../../src/jobs/catalogue.ts';
import { runJob } from '../../workers/work.ts';

/** Returns the number of jobs. */
export async function drain(): Promise<number> {
  for (let done = 0; ; ) {
    const claimed = await claimDueJobs(db, 100, batchedJobs);
    if (claimed.length === 0 && !(await callBack())) return done;
    done += claimed.length;
    await Promise.all(claimed.map(({ job, ...row }) => runJob({ ...row, name: job, crashes: 0 })));
  }
}

/** Makes deliveries due that waited for the concurrency limit of their host. */
async function callBack(): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE outbox SET due_at = now() WHERE job = $1 AND dispatched_at IS NULL AND due_at < now() + interval '1 second'
       AND quarantined_at IS NULL`,
    [jobs.deliverActivity.name],
  );
  return rowCount! > 0;
}
