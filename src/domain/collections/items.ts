/** Adds items of any type to collections, removes and lists them. */
import { prisma } from '../../db/client.ts';
import { nest } from '../../db/nest-columns.ts';
import {
  insertCollectionItem,
  listCollectionItems,
  listCollectionItemsDescending,
  selectCollectionItem,
} from '../../db/sql/collections/items.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { EventableType } from '../items/eventable.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { getItemHeader } from '../items/ownership.ts';
import { toMedium } from '../items/read.ts';
import { getCollection } from './collections.ts';

export interface CollectionItem {
  /** The id of the entry, not of the item. */
  id: number;
  object: ItemSummary;
}

interface ItemReference {
  type: EventableType;
  id: number;
}

/** Leaves out items that the owner may no longer see. Throws not_found. */
export async function listItems(
  ownerId: number,
  collectionId: number,
  page: Page,
): Promise<CollectionItem[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listCollectionItems : listCollectionItemsDescending;
  const rows = await list(db, ownerId, null, collectionId, above, below, page.limit);
  // An empty page may mean that the collection does not exist.
  if (rows.length === 0) await getCollection(ownerId, collectionId);
  return inOrder(toItems(rows), page);
}

/** Returns the id of the entry, also if the item was added before. Throws not_found. */
export async function addItem(ownerId: number, collectionId: number, item: ItemReference): Promise<number> {
  return transact(async (tx) => {
    await getItemHeader(tx, ownerId, item.id, item.type);
    const [entry] = await insertCollectionItem(tx, ownerId, collectionId, item.id);
    if (!entry) throw notFound();
    return entry.id;
  });
}

/** Also removes items that the owner may no longer see. Throws not_found if the collection has no such item. */
export async function removeItem(ownerId: number, collectionId: number, item: ItemReference): Promise<void> {
  const { count } = await prisma().collectionItem.deleteMany({
    where: {
      collectionId,
      eventableId: item.id,
      collection: { accountId: ownerId },
      eventable: { type: item.type },
    },
  });
  if (count === 0) throw notFound();
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
