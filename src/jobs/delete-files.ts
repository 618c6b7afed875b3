/** Enqueues the deletion of stored files. */
import type { Tx } from '../db/transaction.ts';
import { jobs } from './catalogue.ts';
import { enqueue } from './enqueue.ts';

const batchSize = 1_000;

/** The files are deleted after the transaction has committed. */
export async function deleteFiles(tx: Tx, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += batchSize) {
    await enqueue(tx, jobs.deleteFiles, { keys: keys.slice(at, at + batchSize) });
  }
}
