/** What one of ours answers to who asked to follow. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/transaction.ts';
import { jobs, type Payload } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { iris } from '../lib/iris.ts';
import { type Account, isLocal } from './accounts/account.ts';

type Verdict = 'Accept' | 'Reject';

/** Tells a remote follower what one of ours decided. */
export async function answer(
  tx: Tx,
  verb: Verdict,
  followee: Account,
  follower: Account,
  followIri: string,
): Promise<void> {
  if (isLocal(follower) || !isLocal(followee)) return;
  await enqueue(tx, jobs.sendActivity, toAnswer(verb, followee.id, follower.id, followIri));
}

export const toAnswer = (
  verb: Verdict,
  followeeId: number,
  followerId: number,
  followIri: string,
): Payload<typeof jobs.sendActivity> => ({
  ...{ verb, activity: iris.activity(followeeId, randomUUID()) },
  ...{ accountId: followeeId, targetId: followerId, followIri },
});
