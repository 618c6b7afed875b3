/** Repeats a statement in transactions of its own until it finds nothing more, so that none of them is long. */
import { type Tx, transact } from './transaction.ts';

/** `step` returns how many rows it changed. Fewer than `batchSize` means that it is done. */
export async function inBatches(batchSize: number, step: (tx: Tx) => Promise<number>): Promise<void> {
  for (let changed = batchSize; changed === batchSize; ) changed = await transact(step);
}
