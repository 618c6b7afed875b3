/** The jobs that transactions of the test enqueued. */
import { prisma } from '../../src/db/client.ts';
import type { JobName } from '../../src/jobs/catalogue.ts';
import { type Fact, fact } from '../../src/jobs/fact.ts';
import { query } from './database-connection.ts';

/** The payloads of these jobs, in the order in which they fall due. */
export async function enqueued(job: JobName): Promise<unknown[]> {
  const rows = await prisma().outbox.findMany({ where: { job }, orderBy: { dueAt: 'asc' } });
  return rows.flatMap(({ payload }) => payload);
}

/** Makes these jobs due now, or all. */
export const makeDue = (...names: JobName[]) =>
  query('UPDATE outbox SET due_at = now() WHERE job = ANY($1) OR $2', [names, names.length === 0]);

/** Puts these jobs off for an hour after they would have been due, so that a slow machine does not run them early. */
export const postpone = (job: JobName) =>
  query(
    `UPDATE outbox SET due_at = due_at + interval '1 hour' WHERE job = $1 AND due_at < now() + interval '30 minutes'`,
    [job],
  );

/** Makes all jobs due now, also those that a worker has claimed. */
export const dispatchAgain = () => query('UPDATE outbox SET dispatched_at = NULL, due_at = now()');

/** Jobs that are not done, with what went wrong. */
export const jobsLeft = () => query('SELECT job, last_error FROM outbox');

/** Removes these jobs. Returns their payloads in the order in which they were enqueued. */
export async function takeJobs(job: JobName): Promise<unknown[]> {
  // The order of the rows on disk is another one.
  const rows = await query<{ payload: unknown }>(
    `WITH taken AS (DELETE FROM outbox WHERE job = $1 RETURNING ctid AS place, due_at, payload)
     SELECT payload FROM taken ORDER BY due_at, place`,
    [job],
  );
  return rows.flatMap(({ payload }) => payload);
}

/** Removes the recorded facts, which are to be sent to other servers, and returns them. */
export const takeFacts = async (): Promise<Fact[]> =>
  (await takeJobs('send-activity')).map((payload) => fact.parse(payload));

/** Events that are not in the home timelines of all followers yet, the oldest first. */
export async function unfinishedFanOuts(): Promise<number[]> {
  const rows = await prisma().event.findMany({ where: { fannedOutAt: null }, orderBy: { id: 'asc' } });
  return rows.map(({ id }) => Number(id));
}
