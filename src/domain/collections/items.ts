/** What collections hold: items of any kind that their owner may see. */
import { nest } from '../../db/nest.ts';
import {
  deleteCollectionItem,
  insertCollectionItem,
  listCollectionItems,
  listCollectionItemsDescending,
  selectCollectionItem,
} from '../../db/sql/shelves.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, windowOf } from '../../lib/page.ts';
import type { EventableType } from '../eventables/eventable.ts';
import { getStanding } from '../eventables/own.ts';
import { toMedium } from '../eventables/read.ts';
import type { ShortEventable } from '../eventables/short.ts';
import { getCollection } from './collection.ts';

export interface CollectionItem {
  /** Of the entry, not of what it holds. */
  id: number;
  object: ShortEventable;
}

interface Named {
  type: EventableType;
  id: number;
}

/** What became hidden since it was added is left out. */
export async function listItems(
  ownerId: number,
  collectionId: number,
  page: Page,
): Promise<CollectionItem[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listCollectionItems : listCollectionItemsDescending;
  const rows = await list(db, ownerId, null, collectionId, above, below, page.limit);
  // Only an empty page can be that of a collection that is not there.
  if (rows.length === 0) await getCollection(ownerId, collectionId);
  return inOrder(toItems(rows), page);
}

/** The id of the entry, also when the item was there before. Throws not_found. */
export async function addItem(ownerId: number, collectionId: number, item: Named): Promise<number> {
  return transact(async (tx) => {
    await getCollection(ownerId, collectionId, tx);
    await getStanding(tx, ownerId, item.id, item.type);
    const [entry] = await insertCollectionItem(tx, ownerId, collectionId, item.id);
    if (!entry) throw notFound();
    return entry.id;
  });
}

/** Also what became hidden. Throws not_found for what the collection does not hold. */
export async function removeItem(ownerId: number, collectionId: number, item: Named): Promise<void> {
  const [removed] = await deleteCollectionItem(db, ownerId, collectionId, item.id, item.type);
  if (!removed) throw notFound();
}

export async function getItem(ownerId: number, id: number): Promise<CollectionItem> {
  const [item] = toItems(await selectCollectionItem(db, ownerId, null, id));
  if (!item) throw notFound();
  return item;
}

function toItems(rows: Record<string, unknown>[]): CollectionItem[] {
  const items = nest<CollectionItem>(rows);
  for (const { object } of items) object.media = object.media.map(toMedium);
  return items;
}
