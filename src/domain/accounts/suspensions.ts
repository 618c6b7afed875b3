/** Follows suspensions and restorations: takes items out of the counters of other items, or puts them back. */
import { inBatches } from '../../db/in-batches.ts';
import {
  countItemsOf,
  lockPendingSuspensions,
  moveSuspension,
  recountRatingsOf,
  settleWithoutItems,
} from '../../db/sql/account-removal.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';

/** A step of everything that suspends or restores accounts. What they published is hidden or shown by their rows alone. */
export const settleSuspensions = (tx: Tx): Promise<string> => enqueue(tx, jobs.applySuspensions, {});

const batchSize = 1_000;
const accountsPerBatch = 100;

/**
 * Brings the counters up to date with all accounts that were suspended or restored, until `until` (of `performance.now`).
 * Returns whether it is done; a later call continues.
 */
export const applySuspensions = (until?: number): Promise<boolean> =>
  inBatches(
    batchSize,
    async (tx, size) => {
      const pending = (await lockPendingSuspensions(tx, accountsPerBatch)).map(({ id }) => id);
      if (pending.length === 0) return 0;
      const [next] = await settleWithoutItems(tx, pending);
      if (!next) return size;
      const items = await moveSuspension(tx, next.id, size);
      const ids = items.map(({ id }) => id);
      if (items[0]) await countItemsOf(tx, ids, items[0].change);
      await recountRatingsOf(tx, ids);
      return size;
    },
    until,
  );
