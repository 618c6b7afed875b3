/** Creates, changes and deletes the collections of members. */

import {
  countCollections,
  deleteCollectionRow,
  insertCollection,
  lockCollections,
  selectOwnCover,
  updateCollectionRow,
} from '../../db/sql/collections.ts';
import { deleteCollectionFollows } from '../../db/sql/followed-collections.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { CollectionVisibility } from './collections.ts';
import { maxCollections } from './limits.ts';
import { lockOwn } from './lock.ts';
import { orderItems } from './order.ts';
import { isShared, tellDeletion, tellFollowers } from './tell-followers.ts';

export interface CollectionDraft {
  name: string;
  description: string;
  visibility: CollectionVisibility;
  /** A picture of the owner. */
  coverId: number | null;
}

export interface CollectionChanges extends Partial<CollectionDraft> {
  /** These items come first, in this order. */
  itemIds?: number[];
}

/** Throws validation_failed beyond 200 collections. */
export async function createCollection(
  ownerId: number,
  { name, description, visibility, coverId }: CollectionDraft,
): Promise<number> {
  return transact(async (tx) => {
    await lockCollections(tx, ownerId);
    const [owned] = await countCollections(tx, ownerId);
    if (owned!.count >= maxCollections)
      throw invalid('base', t('errors.too-many-collections', { maxCollections }));
    await checkCover(tx, ownerId, coverId);
    const [made] = await insertCollection(tx, ownerId, name, description, visibility, coverId);
    return made!.id;
  });
}

/** A collection that becomes private loses its followers. Throws not_found. */
export async function updateCollection(
  ownerId: number,
  id: number,
  changes: CollectionChanges,
): Promise<void> {
  await transact(async (tx) => {
    const before = await lockOwn(tx, ownerId, id);
    const { name = null, description = null, visibility = null, coverId, itemIds } = changes;
    if (Object.values(changes).every((value) => value === undefined)) return;
    if (coverId !== undefined) await checkCover(tx, ownerId, coverId);
    if (itemIds) await orderItems(tx, id, itemIds);
    const changesCover = coverId !== undefined;
    await updateCollectionRow(tx, id, name, description, visibility, changesCover, coverId ?? null);
    if (visibility === 'private' && isShared(before)) {
      await tellDeletion(tx, before);
      await deleteCollectionFollows(tx, id);
    } else await tellFollowers(tx, before, { fact: 'collection.updated', collectionId: id });
  });
}

/** Throws not_found. */
export async function deleteCollection(ownerId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    await tellDeletion(tx, await lockOwn(tx, ownerId, id));
    await deleteCollectionRow(tx, id);
  });
}

async function checkCover(tx: Tx, ownerId: number, coverId: number | null): Promise<void> {
  if (coverId === null) return;
  const [own] = await selectOwnCover(tx, ownerId, coverId);
  if (!own) throw invalid('cover_id', t('errors.must-be-own-picture'));
}
