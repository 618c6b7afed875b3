/** Repeats a statement in transactions of its own until it finds nothing more, so that none of them is long. */
import { failpoint } from '../lib/failpoint.ts';
import { maxDurationMs, type Tx, transact } from './transaction.ts';

/** A batch that took longer is followed by a smaller one, and one that took less than a quarter by a larger one. */
const maxBatchMs = 200;
/** The time of smaller batches says nothing about the rows, only about the statement and the machine. */
const minBatchSize = 50;

/**
 * `step` gets the size of the batch, which follows the time that the batches before took, and returns how many rows it found;
 * fewer mean that it is done. A batch that takes longer than a transaction may is repeated with a tenth of its size. Returns
 * whether it is done, or `until` (of `performance.now`) came first.
 */
export async function inBatches(
  maxBatchSize: number,
  step: (tx: Tx, size: number) => Promise<number>,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let size = Math.min(maxBatchSize, 100); performance.now() < until; ) {
    const began = performance.now();
    const changed = await transact((tx) => step(tx, size)).catch((error: unknown) => {
      if (size === 1 || performance.now() - began < maxDurationMs) throw error;
      return null;
    });
    failpoint('after_batch');
    if (changed === null) {
      size = Math.ceil(size / 10);
      continue;
    }
    if (changed < size) return true;
    const took = performance.now() - began;
    if (took > maxBatchMs && size > minBatchSize) size = Math.max(minBatchSize, Math.floor(size / 2));
    else if (took < maxBatchMs / 4) size = Math.min(maxBatchSize, size * 2);
  }
  return false;
}
