/** Refetches remote accounts that somebody here follows or is followed by, and prunes those without a relation. */
import { deleteUnrelatedAccounts, listStaleAccounts } from '../../db/sql/accounts/stale.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles } from '../../jobs/delete-files.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const batchSize = 500;
/** Any server can create accounts here by sending activities, so their number is limited. */
const maxUnrelated = 50_000;

/** Enqueues a fetch for accounts whose profile is older than a day. Returns how many. */
export async function refreshStaleAccounts(): Promise<number> {
  const stale = await listStaleAccounts(db, batchSize);
  await transact(async (tx) => {
    for (const { id } of stale) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
  return stale.length;
}

/** Deletes remote accounts that nobody here has a relation to, with their items. Returns how many. */
export async function pruneUnrelatedAccounts(maxKept = maxUnrelated): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await transact(async (tx) => {
      const [gone] = await deleteUnrelatedAccounts(tx, maxKept, batchSize);
      await deleteFiles(tx, gone!.keys);
      return gone!.deleted;
    });
    deleted += batch;
    if (batch < batchSize) return deleted;
  }
}
