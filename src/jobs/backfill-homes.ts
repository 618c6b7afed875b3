/** Enqueues the back-fill of home timelines in the transaction that begins the follows. */
import { insertJobs } from '../db/sql/jobs.ts';
import type { Tx } from '../db/transaction.ts';
import { jobs } from './catalogue.ts';
import { wakeRelay } from './notify-relay.ts';

/** `follows` are those of local accounts, because only they have a home timeline. */
export async function backfillHomes(
  tx: Tx,
  follows: { followerId: number; followeeId: number }[],
): Promise<void> {
  if (follows.length === 0) return;
  const payloads = follows.map((follow) => jobs.backfillHome.payload.parse(follow));
  await insertJobs(tx, jobs.backfillHome.name, JSON.stringify(payloads));
  tx.afterCommit(wakeRelay);
}
