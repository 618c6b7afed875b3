/** Collections: named shelves, each its owner's alone. To everybody else they are not there. */
import {
  type CollectionRow as Collection,
  deleteCollection as deleteRow,
  insertCollection,
  listCollectionsDescending,
  listCollections as listOldest,
  selectCollection,
  updateCollection as updateRow,
} from '../../db/sql/shelves.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, windowOf } from '../../lib/page.ts';

export type { Collection };

export interface CollectionDraft {
  name: string;
  description: string;
}

export async function listCollections(ownerId: number, page: Page): Promise<Collection[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listOldest : listCollectionsDescending;
  return inOrder(await list(db, ownerId, above, below, page.limit), page);
}

export async function getCollection(ownerId: number, id: number, on: Executor = db): Promise<Collection> {
  const [collection] = await selectCollection(on, ownerId, id);
  if (!collection) throw notFound();
  return collection;
}

export async function createCollection(ownerId: number, draft: CollectionDraft): Promise<number> {
  return transact(async (tx) => {
    const [created] = await insertCollection(tx, ownerId, draft.name, draft.description);
    return created!.id;
  });
}

export async function updateCollection(
  ownerId: number,
  id: number,
  { name, description }: Partial<CollectionDraft>,
): Promise<void> {
  const [updated] = await updateRow(db, ownerId, id, name ?? null, description ?? null);
  if (!updated) throw notFound();
}

export async function deleteCollection(ownerId: number, id: number): Promise<void> {
  const [deleted] = await deleteRow(db, ownerId, id);
  if (!deleted) throw notFound();
}
