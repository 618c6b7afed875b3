/** Deletes accounts: hides them at once and erases their content in a job. The username stays reserved. */
import { randomUUID } from 'node:crypto';
import { inBatches } from '../../db/in-batches.ts';
import {
  closeAccount,
  eraseBoosts,
  eraseFollows,
  eraseItems,
  eraseLikes,
  eraseRest,
} from '../../db/sql/accounts/erasure.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles } from '../../jobs/delete-files.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { mailLeavingMember } from '../mail/mail.ts';
import { findAccount } from './account.ts';

/** Hides a local account, ends its sessions and tokens, and enqueues the job that erases its content. */
export async function deleteAccount(accountId: number): Promise<void> {
  await transact(async (tx) => {
    const [closed] = await closeAccount(tx, accountId);
    if (!closed) return;
    await mailLeavingMember(tx, accountId);
    await enqueue(tx, jobs.eraseAccount, { accountId, factId: randomUUID() });
  });
}

const batchSize = 200;

/**
 * Erases the content of a deleted account, local or remote. Safe to interrupt and repeat.
 * Removes its followers too, so send the `Delete` of a local actor first.
 */
export async function eraseAccountContent(accountId: number): Promise<void> {
  const account = await findAccount(accountId);
  if (!account?.deletedAt || !account.iri) return;
  const { iri } = account;

  await eraseItemsOf(accountId, iri);
  await eraseInteractionsOf(accountId);
  await transact(async (tx) => {
    const [rest] = await eraseRest(tx, accountId);
    await deleteFiles(tx, rest?.keys ?? []);
  });
}

/** Deletes the items of an account with their pictures, and leaves tombstones. */
export async function eraseItemsOf(accountId: number, actorIri: string): Promise<void> {
  await inBatches(batchSize, async (tx) => {
    const [items] = await eraseItems(tx, accountId, batchSize, actorIri);
    await deleteFiles(tx, items!.keys);
    return items!.erased;
  });
}

/** Deletes the likes, boosts and follows of an account, and the follows of it. */
export async function eraseInteractionsOf(accountId: number): Promise<void> {
  for (const erase of [eraseLikes, eraseBoosts, eraseFollows])
    await inBatches(batchSize, async (tx) => (await erase(tx, accountId, batchSize))[0]!.erased);
}
