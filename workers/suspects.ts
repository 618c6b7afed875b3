/** Jobs at work when a process died: one of them may be why, so none is begun again beside another suspect. */
import { countCrash, quarantineOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { maxCrashes } from '../src/jobs/define.ts';
import type { Attempt } from '../src/jobs/queues.ts';

/** After this many crashes a job waits until it is the only suspect at work, so that the next crash has one culprit. */
const worrying = 2;

let last: Promise<unknown> = Promise.resolve();

/** Runs the job unless it is set aside, or over, or offered anew. Rejects as the job does. */
export async function workSuspect<T>(attempt: Attempt, run: () => Promise<T>): Promise<T | undefined> {
  if (attempt.crashes < worrying) return workOnce(attempt, run);

  const turn = last.then(() => workOnce(attempt, run));
  last = turn.catch(() => {});
  return turn;
}

/** Counted before it is begun: after a crash nobody is left to count. */
async function workOnce<T>({ id, offers }: Attempt, run: () => Promise<T>): Promise<T | undefined> {
  const [row] = await countCrash(db, id, offers);
  if (!row) return undefined;
  if (row.crashes < maxCrashes) return run();

  await quarantineOutbox(db, id, `the process died ${row.crashes} times over it`);
  return undefined;
}
