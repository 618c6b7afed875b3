/** Suspends and deletes accounts. */
import { randomUUID } from 'node:crypto';
import { inBatches } from '../../db/batch.ts';
import {
  closeAccount,
  countItemsOf,
  eraseBoostEntries,
  eraseBoosts,
  eraseFollowers,
  eraseFollowing,
  eraseLikes,
  eraseOwned,
  eraseProfile,
  eraseTraces,
  lockFanOutsOfBoosts,
  lockPendingSuspensions,
  moveSuspension,
  recountRatingsOf,
  selectItemsToErase,
  settleWithoutItems,
} from '../../db/sql/account-removal.ts';
import { eraseItems, releaseReferences } from '../../db/sql/item-removal.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { idsOf } from '../../lib/lists.ts';
import { mailLeavingMember } from '../mail/mail.ts';
import { keepOwner } from '../roles/permissions.ts';
import { findAccount, isLocal } from './account.ts';

// Follows suspensions and restorations: takes items out of the counters of other items, or puts them back

/**
 * A step of everything that suspends or restores accounts. What they published is hidden or shown by their rows alone.
 */
export const settleSuspensions = (tx: Tx): Promise<string> => enqueue(tx, jobs.applySuspensions, {});

const batchSize = 1_000;
const accountsPerBatch = 100;

/**
 * Brings the counters up to date with all accounts that were suspended or restored, until `until` (of
 * `performance.now`). Returns whether it is done; a later call continues.
 */
export const applySuspensions = (until?: number): Promise<boolean> =>
  inBatches({ max: batchSize, until }, async (tx, size) => {
    const pending = idsOf(await lockPendingSuspensions(tx, accountsPerBatch));
    if (pending.length === 0) return 0;
    const [next] = await settleWithoutItems(tx, pending);
    if (!next) return size;
    const items = await moveSuspension(tx, next.id, size);
    const ids = idsOf(items);
    if (items[0]) await countItemsOf(tx, ids, items[0].change);
    await recountRatingsOf(tx, ids);
    return size;
  });

// Deletes accounts: hides them at once and erases their content in a job. The username stays reserved.

/**
 * Hides a local account, which ends its sessions and tokens, and enqueues the job that erases its content. Throws
 * conflict for the last owner of a server with other members.
 */
export async function deleteAccount(accountId: number): Promise<void> {
  await transact(async (tx) => {
    await keepOwner(tx, accountId, { mayBeLast: true });
    const [closed] = await closeAccount(tx, accountId);
    if (!closed) return;
    await mailLeavingMember(tx, accountId);
    await enqueue(tx, jobs.eraseAccount, { accountId, factId: randomUUID() });
  });
}

/** A batch of items or boosts deletes at most so many rows more, for each of them. */
const rowsPerItem = 5;

/**
 * Erases the content of a deleted account, local or remote, until `until` (of `performance.now`). Returns whether it is
 * done; a later call continues. Removes its followers too, so send the `Delete` of a local actor first.
 */
export async function eraseAccountContent(accountId: number, until?: number): Promise<boolean> {
  const account = await findAccount(accountId);
  if (!account?.deletedAt || !account.iri) return true;

  if (!(await eraseItemsOf(accountId, account.iri, until))) return false;
  if (!(await eraseInteractionsOf(accountId, until))) return false;
  if (!(await eraseAll([...eraseTraces, ...eraseOwned], accountId, until))) return false;
  await transact(async (tx) => {
    const [profile] = await eraseProfile(tx, accountId);
    await deleteFiles(tx, profile?.keys ?? []);
  });
  return true;
}

/** Deletes the items of an account that is deleted or suspended, with their pictures, and leaves tombstones. */
const eraseItemsOf = (accountId: number, actorIri: string, until?: number): Promise<boolean> =>
  inBatches({ max: batchSize, until }, async (tx, size) => {
    const ids = idsOf(await selectItemsToErase(tx, accountId, size));
    const limit = rowsPerItem * size;
    if ((await releaseReferences(tx, ids, limit)) === limit) return size;
    const [items] = await eraseItems(tx, ids, accountId, actorIri);
    await deleteFiles(tx, items!.keys);
    return ids.length;
  });

/** The item of each boost is locked, and PostgreSQL has room for some thousands of such locks. */
const maxBoosts = 100;

/** Deletes the likes, boosts and follows of an account, and the follows of it, while it is deleted or suspended. */
export async function eraseInteractionsOf(accountId: number, until?: number): Promise<boolean> {
  return (
    (await eraseAll([eraseLikes, eraseFollowing, eraseFollowers], accountId, until)) &&
    (await inBatches({ max: maxBoosts, until }, (tx, size) => eraseSomeBoosts(tx, accountId, size)))
  );
}

async function eraseSomeBoosts(tx: Tx, accountId: number, size: number): Promise<number> {
  await lockFanOutsOfBoosts(tx, accountId, size);
  const limit = rowsPerItem * size;
  const [entries] = await eraseBoostEntries(tx, accountId, limit, size);
  if (entries!.erased === limit) return size;
  return (await eraseBoosts(tx, accountId, size))[0]!.erased;
}

type Erase = (tx: Tx, accountId: number, limit: number) => Promise<{ erased: number; keys?: string[] }[]>;

async function eraseAll(statements: Erase[], accountId: number, until?: number): Promise<boolean> {
  for (const erase of statements) {
    const isDone = await inBatches({ max: batchSize, until }, async (tx, size) => {
      const [batch] = await erase(tx, accountId, size);
      await deleteFiles(tx, batch!.keys ?? []);
      return batch!.erased;
    });
    if (!isDone) return false;
  }
  return true;
}

// Removes what a suspended remote account left here: its interactions at once, its items after a month

/** Until then the suspension can be undone without a loss of items. They are hidden meanwhile. */
const keepItemsMs = 30 * 86_400_000;

/**
 * Works until `until` (of `performance.now`), and stops when the suspension was lifted. Returns when to run again.
 */
export async function removeSuspended(accountId: number, until?: number): Promise<{ again: Date } | 'done'> {
  const account = await findAccount(accountId);
  if (!account?.suspendedAt || isLocal(account) || !account.iri) return 'done';
  const { iri, suspendedAt } = account;
  const soon = { again: new Date() };
  if (!(await eraseInteractionsOf(accountId, until))) return soon;
  if (!(await eraseAll(eraseTraces, accountId, until))) return soon;

  const again = new Date(suspendedAt.getTime() + keepItemsMs);
  if (again > new Date()) return { again };
  return (await eraseItemsOf(accountId, iri, until)) ? 'done' : soon;
}
