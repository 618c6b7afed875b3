/** Does all promised work that is due, in this process, until nothing is left. */
import { pool } from '../../src/db/client.ts';
import { claimOutbox } from '../../src/db/sql/outbox.ts';
import { db } from '../../src/db/statement.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { work } from '../../workers/work.ts';

/** Answers how many jobs there were. */
export async function drain(): Promise<number> {
  for (let done = 0; ; ) {
    const claimed = await claimOutbox(db, 100);
    if (claimed.length === 0 && !(await callBack())) return done;
    done += claimed.length;
    await Promise.all(claimed.map(({ job, ...row }) => work({ ...row, name: job, crashes: 0 })));
  }
}

/** Whether deliveries had been sent away for a moment, as others were being made to their host: now it is their turn. */
async function callBack(): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE outbox SET due_at = now() WHERE job = $1 AND offered_at IS NULL AND due_at < now() + interval '1 second'
       AND quarantined_at IS NULL`,
    [jobs.deliverActivity.name],
  );
  return rowCount! > 0;
}
