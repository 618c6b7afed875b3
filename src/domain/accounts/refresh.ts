/** Refetches remote accounts that somebody here follows or is followed by, and prunes those without a relation. */
import { inBatches } from '../../db/in-batches.ts';
import { deleteUnrelatedAccounts, listStaleAccounts, listUnrelatedAccounts } from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';

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
    const ids = (await listUnrelatedAccounts(db, maxKept, batchSize)).map(({ id }) => id);
    const before = deleted;
    await inBatches(batchSize, async (tx, size) => {
      const [gone] = await deleteUnrelatedAccounts(tx, ids, size);
      await deleteFiles(tx, gone!.keys);
      deleted += gone!.accounts;
      // The accounts go after their last items.
      return gone!.items > 0 ? size : 0;
    });
    if (ids.length < batchSize || deleted === before) return deleted;
  }
}
