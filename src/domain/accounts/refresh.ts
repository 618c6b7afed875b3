/** Refetches remote accounts that somebody here follows or is followed by, and prunes unreferenced ones. */
import { deleteUnreferencedAccounts, listStaleAccounts } from '../../db/sql/accounts/stale.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const batchSize = 500;
/** Any server can create accounts here by sending activities, so their number is limited. */
const maxUnreferenced = 50_000;

/** Enqueues a fetch for accounts whose profile is older than a day. Returns how many. */
export async function refreshStaleAccounts(): Promise<number> {
  const stale = await listStaleAccounts(db, batchSize);
  await transact(async (tx) => {
    for (const { id } of stale) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
  return stale.length;
}

/** Returns how many accounts were deleted. */
export async function pruneUnreferencedAccounts(maxKept = maxUnreferenced): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { length } = await deleteUnreferencedAccounts(db, maxKept, batchSize);
    deleted += length;
    if (length < batchSize) return deleted;
  }
}
