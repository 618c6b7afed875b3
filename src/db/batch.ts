/** Work in batches. */
import { batched } from '../lib/batch.ts';
import { failpoint } from '../lib/failpoint.ts';
import { transactionTimeoutMs } from './client.ts';
import { type Tx, transact } from './transaction.ts';

// Batches concurrent writes of one kind into one transaction

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
 * Runs `work` for many items in one transaction; it returns one result for each, in order. If a batch fails, its
 * members are retried one by one through the same `work`, so that one bad item cannot fail the others.
 */
export function batchedWithRetry<Item, Result>(
  work: (tx: Tx, items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const run = batched((items: Item[]) => transact((tx) => work(tx, items)), { max: 64 });
  return (item) => run(item).catch(async () => (await transact((tx) => work(tx, [item])))[0]!);
}

// Repeats a statement in transactions of its own until it finds nothing more, so that none of them is long

/** A batch that took longer is followed by a smaller one, and one that took less than a quarter by a larger one. */
const maxBatchMs = 200;
/** The time of smaller batches says nothing about the rows, only about the statement and the machine. */
const minBatchSize = 50;

/**
 * `step` gets the size of the batch, which follows the time that the batches before took, and returns how many rows it
 * found; fewer mean that it is done. A batch that takes longer than a transaction may is repeated with a tenth of its
 * size. Returns whether it is done, or `until` (of `performance.now`) came first.
 */
export async function inBatches(
  { max, until = Number.POSITIVE_INFINITY }: { max: number; until?: number },
  step: (tx: Tx, size: number) => Promise<number>,
): Promise<boolean> {
  for (let size = Math.min(max, 100); performance.now() < until; ) {
    const began = performance.now();
    const changed = await transact((tx) => step(tx, size)).catch((error: unknown) => {
      if (size === 1 || performance.now() - began < transactionTimeoutMs()) throw error;
      return null;
    });
    if (changed !== null) failpoint('after_batch');
    if (changed === null) {
      size = Math.ceil(size / 10);
      continue;
    }
    if (changed < size) return true;
    const took = performance.now() - began;
    if (took > maxBatchMs && size > minBatchSize) size = Math.max(minBatchSize, Math.floor(size / 2));
    else if (took < maxBatchMs / 4) size = Math.min(max, size * 2);
  }
  return false;
}

/**
 * Yields the rows of a list in batches, from after `after` on, until a batch is not full.
 *
 * @param placeOf where the row is in the order of the list, such as its id
 */
export async function* readInBatches<Row>(
  { size, after = 0 }: { size: number; after?: number },
  list: (after: number, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let place = after; ; ) {
    const rows = await list(place, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    place = placeOf(rows.at(-1)!);
  }
}
