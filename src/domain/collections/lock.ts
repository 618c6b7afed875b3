/** Locks a collection for its owner. */
import { lockOwnCollection, type OwnCollection } from '../../db/sql/collections.ts';
import type { Tx } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';

/** Until the transaction ends. Throws not_found, also for the collection of another account. */
export async function lockOwn(tx: Tx, ownerId: number, id: number): Promise<OwnCollection> {
  const [own] = await lockOwnCollection(tx, ownerId, id);
  if (!own) throw notFound();
  return own;
}
