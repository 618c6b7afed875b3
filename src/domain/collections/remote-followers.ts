/** Remote accounts follow and unfollow the collections of members. Every follow of a shared collection is accepted. */
import {
  insertCollectionFollow,
  renewCollectionFollow,
  undoCollectionFollow,
} from '../../db/sql/followed-collections.ts';
import { lockLedger, selectUndone } from '../../db/sql/ledger.ts';
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { findPublishedCollection } from './published.ts';

interface Follow {
  iri: string;
  /** By the clock of its server. */
  sentAt: Date;
}

/** `refused` without such a collection and across a block; `gone` if it was undone since it was sent. Idempotent. */
export async function recordRemoteFollow(
  followerId: number,
  { accountId: ownerId, id }: { accountId: number; id: number },
  { iri, sentAt }: Follow,
): Promise<'done' | 'gone' | 'refused'> {
  const collection = await findPublishedCollection(id);
  if (collection?.account.id !== ownerId) return 'refused';
  return transact(async (tx) => {
    await lockLedger(tx, [followerId], [ownerId]);
    const undone = await selectUndone(tx, followerId, iri);
    if (undone.some(({ undone_at }) => undone_at >= sentAt)) return 'gone';
    const [begun] = await insertCollectionFollow(tx, followerId, id, iri, sentAt);
    const [known] = begun ? [begun] : await renewCollectionFollow(tx, followerId, id, iri, sentAt);
    if (!known) return 'refused';
    await recordFact(tx, {
      ...{ fact: 'collection-follow.accepted', accountId: ownerId, followerId, followIri: iri },
      collectionIri: collection.iri,
    });
    return 'done';
  });
}

/** Call it once the Undo is in the ledger. A Follow that was sent after the Undo stays. */
export async function endRemoteFollow(
  followerId: number,
  followIri: string,
  collectionId: number | null,
  sentAt: Date,
): Promise<void> {
  await transact(async (tx) => {
    await lockLedger(tx, [followerId], [null]);
    await undoCollectionFollow(tx, followerId, followIri, collectionId, sentAt);
  });
}
