/** Reads a remote account's newest items (state loading → loaded). */
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { markAccountLoaded } from '../../src/domain/accounts/upsert-remote.ts';
import { membersFollowing } from '../../src/domain/interactions/follower-digests.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { budgetOf } from '../../src/federation/resolve/fetch-budget.ts';
import { type OutboxItem, readOutboxItems } from '../../src/federation/resolve/outbox.ts';
import { backfillHomes } from '../../src/jobs/backfill-homes.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { scheduleRefetch } from '../refetch.ts';

export const readOutbox: Handlers['read-outbox'] = async ({
  accountId,
  isRefresh = false,
  fetchBudgetId,
}) => {
  const account = await findAccount(accountId);
  if (!account?.iri || isLocal(account) || account.suspendedAt || account.deletedAt) return 'done';
  // It was requested twice. A second reading would backfill items that are live by now.
  if (account.state === 'loaded' && !isRefresh) return 'done';
  const { iri } = account;
  return withHostPermit(iri, async () => {
    const outcome = await read(account, iri, fetchBudgetId);
    if (!isRefresh && outcome === 'done') await showFollowers(accountId);
    return outcome;
  });
};

async function read(
  { id, outbox, followersIri, featuredIri }: Account,
  iri: string,
  fetchBudgetId: string | undefined,
): Promise<Outcome> {
  let items: OutboxItem[] = [];
  try {
    if (outbox) items = await readOutboxItems({ iri, outbox, followersIri }, budgetOf(fetchBudgetId));
  } catch (error) {
    // A server may hide an outbox, which then counts as empty.
    if (failureOf(error) === null || failureOf(error) === 'unreachable') return scheduleRefetch(id, error);
  }

  for (const item of items)
    await ingestRemoteItem({ ...item, authorId: id }, { backfilled: true, fetchBudgetId });
  await markAccountLoaded(id);
  if (featuredIri) await transact((tx) => enqueue(tx, jobs.loadFeatured, { accountId: id, fetchBudgetId }));
  return 'done';
}

/** Members who followed the account before its items were known get them now. */
async function showFollowers(followeeId: number): Promise<void> {
  const followers = await membersFollowing(followeeId);
  await transact((tx) =>
    backfillHomes(
      tx,
      followers.map(({ id: followerId }) => ({ followerId, followeeId })),
    ),
  );
}
