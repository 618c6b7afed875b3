/** Repairs stored counters that a bug or a manual change has made wrong. */
import {
  type CounterCheck,
  checkAccounts,
  checkCollections,
  checkItems,
  lockAccounts,
  lockCountedCollections,
  lockItems,
  recountAccounts,
  recountCollections,
  recountItems,
} from '../../db/sql/events.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';

const batchSize = 1_000;

/** Safe while the server runs. Returns how many rows had a wrong counter. */
export async function recount(): Promise<{ items: number; accounts: number; collections: number }> {
  return {
    items: await correct(checkItems, lockItems, recountItems),
    accounts: await correct(checkAccounts, lockAccounts, recountAccounts),
    collections: await correct(checkCollections, lockCountedCollections, recountCollections),
  };
}

type OnIds = (on: Executor, ids: number[]) => Promise<unknown>;

async function correct(
  check: (on: Executor, after: number, limit: number) => Promise<CounterCheck[]>,
  lock: OnIds,
  count: OnIds,
): Promise<number> {
  let corrected = 0;
  for (let after = 0; ; ) {
    const checked = await check(db, after, batchSize);
    const last = checked.at(-1);
    if (!last) return corrected;

    after = last.id;
    const wrong = checked.filter((row) => row.wrong).map((row) => row.id);
    corrected += wrong.length;
    if (wrong.length === 0) continue;
    // A separate statement sees what was committed while the locks were awaited.
    await transact(async (tx) => {
      await lock(tx, wrong);
      await count(tx, wrong);
    });
  }
}
