/** Runs all due jobs in this process until none is left. */
import { pool } from '../../src/db/client.ts';
import { claimDueJobs } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { batchedJobs, jobs } from '../../src/jobs/catalogue.ts';
import { runJob } from '../../workers/work.ts';

/** Jobs that are made due more often wait for something that never happens. */
const maxCallBacks = 2_000;

/** Returns the number of jobs. */
export async function drain(): Promise<number> {
  for (let done = 0, callBacks = 0; ; ) {
    const { jobs: claimed } = await claimDueJobs(db, 100, batchedJobs);
    if (claimed.length === 0) {
      if (!(await callBack())) return done;
      callBacks += 1;
      if (callBacks > maxCallBacks) throw new Error(`these jobs never end: ${await unfinished()}`);
    }
    done += claimed.length;
    await Promise.all(claimed.map(({ job, ...row }) => runJob({ ...row, name: job, crashes: 0 })));
  }
}

async function unfinished(): Promise<string> {
  const { rows } = await pool().query('SELECT job, payload FROM outbox ORDER BY due_at LIMIT 10');
  return JSON.stringify(rows);
}

const { loadAccount, loadObject, loadCollection, loadFeatured, loadReplies, readOutbox, verifyQuote } = jobs;
const fetches = [loadAccount, loadObject, loadCollection, loadFeatured, loadReplies, readOutbox, verifyQuote];

/** Makes jobs due that waited for the concurrency limit of a host, or for an earlier fact or activity. */
async function callBack(): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE outbox SET due_at = now()
     WHERE dispatched_at IS NULL AND quarantined_at IS NULL
       AND (job = $1 AND due_at < now() + interval '1 second'
         OR job = $2 AND (payload ->> 'fact' = 'item.updated' OR payload ? 'sourceId') AND due_at < now() + interval '2 seconds'
         OR job = ANY($3) AND errors = 0 AND due_at < now() + interval '5 seconds')`,
    [jobs.deliverActivity.name, jobs.sendActivity.name, fetches.map(({ name }) => name)],
  );
  return rowCount! > 0;
}
