/** Tells other servers that an account of ours has changed. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iris } from '../../lib/iris.ts';

export async function announceActor(tx: Tx, accountId: number): Promise<void> {
  const activity = iris.activity(accountId, randomUUID());
  await enqueue(tx, jobs.sendActivity, { verb: 'UpdateActor', activity, accountId });
}
