/** Ends the follows of a collection that is deleted or becomes private: few at once, and many in jobs. */
import { randomUUID } from 'node:crypto';
import { inBatches } from '../../db/batch.ts';
import {
  deleteCollectionRow,
  hideCollection,
  lockUnsharedCollection,
  type OwnCollection,
} from '../../db/sql/collections.ts';
import {
  countCollectionFollows,
  deleteCollectionFollows,
  listRemoteFollowers,
} from '../../db/sql/followed-collections.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, recordFact } from '../../jobs/enqueue.ts';
import { DomainError } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';

export const isShared = ({ visibility }: Pick<OwnCollection, 'visibility'>): boolean => visibility !== 'private';

/** So many follows end at once. */
const maxFollows = 1_000;

/**
 * The step. Returns whether follows are left to a job, which also deletes the collection if it is hidden. A private one
 * has follows only while that job is ending them.
 */
export async function unshare(tx: Tx, collection: OwnCollection): Promise<boolean> {
  const { id: collectionId, account_id: accountId, visibility } = collection;
  const unshared = { collectionId, accountId, isUnlisted: visibility === 'unlisted', factId: randomUUID() };
  const hasMany = await hasManyFollows(tx, collectionId);
  if (!isShared(collection)) return hasMany;
  if (hasMany) await enqueue(tx, jobs.unshareCollection, unshared);
  else {
    await tellDeletion(tx, unshared, await listRemoteFollowers(tx, collectionId));
    await deleteCollectionFollows(tx, collectionId, maxFollows);
  }
  return hasMany;
}

async function hasManyFollows(tx: Tx, collectionId: number): Promise<boolean> {
  return (await countCollectionFollows(tx, collectionId, maxFollows))[0]!.count === maxFollows;
}

interface Unshared {
  collectionId: number;
  accountId: number;
  isUnlisted: boolean;
  factId: string;
}

/** Followers on other servers learn that it is gone. Call it before the follows are deleted. */
async function tellDeletion(tx: Tx, unshared: Unshared, followers: { id: number }[]): Promise<void> {
  if (followers.length === 0) return;
  const { collectionId, accountId, isUnlisted, factId } = unshared;
  await recordFact(tx, {
    id: factId,
    fact: 'collection.deleted',
    accountId,
    objectIri: iris.collection(accountId, collectionId),
    isUnlisted,
    recipientIds: idsOf(followers),
  });
}

/** Records the deletion for other servers, and enqueues the job that ends the follows. */
export async function tellUnshared(unshared: Unshared): Promise<void> {
  const followers = await listRemoteFollowers(db, unshared.collectionId);
  await transact(async (tx) => {
    await tellDeletion(tx, unshared, followers);
    await enqueue(tx, jobs.purgeCollection, { collectionId: unshared.collectionId });
  });
}

/**
 * Ends the follows of a collection that is private or hidden, until `until` (of `performance.now`), and deletes a
 * hidden one. Returns whether it is done.
 */
export const purgeCollection = (id: number, until?: number): Promise<boolean> =>
  inBatches({ max: maxFollows, until }, async (tx, size) => {
    const [collection] = await lockUnsharedCollection(tx, id);
    if (!collection) return 0;
    const [batch] = await deleteCollectionFollows(tx, id, size);
    if (batch!.ended < size && collection.is_deleted) await deleteCollectionRow(tx, id);
    return batch!.ended;
  });

/** The step. Nobody sees the collection any more. One with many follows is hidden, and `purgeCollection` deletes it. */
export async function removeRemoteCollection(tx: Tx, id: number): Promise<void> {
  if (await hasManyFollows(tx, id)) {
    await hideCollection(tx, id);
    await enqueue(tx, jobs.purgeCollection, { collectionId: id });
  } else await deleteCollectionRow(tx, id);
}

/** Throws unavailable while follows are left from the time before the collection became private. */
export async function checkUnfollowed(tx: Tx, id: number): Promise<void> {
  const [follows] = await countCollectionFollows(tx, id, 1);
  if (follows!.count > 0) throw new DomainError('unavailable', t('errors.unavailable'));
}
