/** What is stored of a picture goes with it. */
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const batchSize = 1_000;

/** Once the transaction has committed; nothing happens without keys. */
export async function deleteFiles(tx: Tx, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += batchSize) {
    await enqueue(tx, jobs.deleteFiles, { keys: keys.slice(at, at + batchSize) });
  }
}
