/** Lists and replays the jobs that failed too often. */
import { notifyOutbox, requeueQuarantinedJob, selectQuarantinedJobs } from '../../db/sql/jobs.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Oldest first. */
export const listQuarantinedJobs = (limit: number) => selectQuarantinedJobs(db, limit);

/** Enqueues the job once more. Throws not_found. */
export async function replayJob(id: string): Promise<void> {
  const missing = new DomainError('not_found', t('errors.job-not-quarantined', { id }));
  if (!uuid.test(id)) throw missing;
  await transact(async (tx) => {
    if ((await requeueQuarantinedJob(tx, id)).length === 0) throw missing;
    await notifyOutbox(tx);
  });
}
