/** Batches concurrent writes of one kind into one transaction. */
import { batched } from '../lib/batch.ts';
import { type Tx, transact } from './transaction.ts';

/**
 * `work` returns a row with its `place` in the batch for each item it handled. Resolves to that row, or to null for an
 * item that must be handled on its own. After an error that is every item of the batch.
 */
export function batchedInTransaction<Item, Row extends { place: number }>(
  work: (tx: Tx, items: Item[]) => Promise<Row[]>,
): (item: Item) => Promise<Row | null> {
  const run = batched(
    (items: Item[]): Promise<(Row | null)[]> =>
      transact(async (tx) => {
        const rows = new Map((await work(tx, items)).map((row) => [row.place, row]));
        return items.map((_, place) => rows.get(place) ?? null);
      }),
    { max: 64 },
  );
  return (item) => run(item).catch(() => null);
}

/**
 * Runs `work` for many items in one transaction; it returns one result for each, in order. If a batch fails, its members
 * are retried one by one through the same `work`, so that one bad item cannot fail the others.
 */
export function batchedWithRetry<Item, Result>(
  work: (tx: Tx, items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const run = batched((items: Item[]) => transact((tx) => work(tx, items)), { max: 64 });
  return (item) => run(item).catch(async () => (await transact((tx) => work(tx, [item])))[0]!);
}
