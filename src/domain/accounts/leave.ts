/** An account ends: hidden at once, erased by a job, the name of one of ours never given to anybody else. */
import { randomUUID } from 'node:crypto';
import {
  closeAccount,
  eraseBoosts,
  eraseFollows,
  eraseItems,
  eraseLikes,
  eraseRest,
} from '../../db/sql/erasure.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iris } from '../../lib/iris.ts';
import { deleteFiles } from '../media/files.ts';
import { findAccount } from './account.ts';

/** From now on it is not there, and none of its tokens and sessions is good. */
export async function leave(accountId: number): Promise<void> {
  await transact(async (tx) => {
    const [closed] = await closeAccount(tx, accountId);
    if (!closed) return;
    const activity = iris.activity(accountId, randomUUID());
    await enqueue(tx, jobs.eraseAccount, { accountId, activity });
  });
}

const batchSize = 200;

/** Of an account that left, ours or not; may be interrupted and done again. Followers of ours must have been told before: they go too. */
export async function erase(accountId: number): Promise<void> {
  const account = await findAccount(accountId);
  if (!account?.deletedAt || !account.iri) return;
  const { iri } = account;

  await inBatches(async (tx) => {
    const [items] = await eraseItems(tx, accountId, batchSize, iri);
    await deleteFiles(tx, items!.keys);
    return [items!];
  });
  await inBatches((tx) => eraseLikes(tx, accountId, batchSize));
  await inBatches((tx) => eraseBoosts(tx, accountId, batchSize));
  await inBatches((tx) => eraseFollows(tx, accountId, batchSize));
  await transact(async (tx) => {
    const [rest] = await eraseRest(tx, accountId);
    await deleteFiles(tx, rest?.keys ?? []);
  });
}

async function inBatches(step: (tx: Tx) => Promise<{ erased: number }[]>): Promise<void> {
  for (let erased = batchSize; erased === batchSize; ) {
    erased = await transact(async (tx) => (await step(tx))[0]!.erased);
  }
}
