/** Deletes items that their remote servers deleted. */
import { deleteRemoteItems, lockIris } from '../../db/sql/item-removal.ts';
import { transact } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import type { Account } from '../accounts/account.ts';

interface RemoteDelete {
  iri: string;
  actor: Account;
  at: Date | null;
}

/**
 * Deletes the item if `actor` owns it and creates a tombstone, even for an unknown IRI. `at` is the deletion time that the
 * server states. Returns false, without a tombstone, for IRIs of accounts and of interactions.
 */
export function deleteRemoteItem(iri: string, actor: Account, at: Date | null = null): Promise<boolean> {
  const request = { iri, actor, at };
  // If the batch fails, retry this item alone: one bad item must not block the others.
  return deleteBatched(request).catch(async () => (await deleteAll([request]))[0]!);
}

const deleteBatched = batched(deleteAll, { max: 64 });

async function deleteAll(deletes: RemoteDelete[]): Promise<boolean[]> {
  const iris = deletes.map(({ iri }) => iri);
  return transact(async (tx) => {
    const [, deleted] = await Promise.all([
      lockIris(tx, iris),
      deleteRemoteItems(
        tx,
        iris,
        deletes.map(({ actor }) => actor.id),
        deletes.map(({ actor }) => actor.iri!),
        deletes.map(({ at }) => at),
      ),
    ]);
    await deleteFiles(tx, deleted[0]?.media_keys ?? []);
    const indexes = new Set(deleted.map(({ index }) => index));
    return deletes.map((_, index) => indexes.has(index));
  });
}
