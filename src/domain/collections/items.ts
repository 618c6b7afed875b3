/** Adds items of any type to collections, removes, annotates, moves and lists them. */
import { nest } from '../../db/nest-columns.ts';
import {
  countCollectionItems,
  deleteCollectionItem,
  insertCollectionItem,
  listCollectionItems,
  listCollectionItemsDescending,
  listNewestEntries,
  selectCollectionItem,
  updateCollectionNote,
} from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { EventableType } from '../items/eventable.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { getItemHeader } from '../items/ownership.ts';
import { toMedium } from '../items/read.ts';
import { getCollection } from './collections.ts';
import { maxItems } from './limits.ts';
import { lockOwn } from './lock.ts';
import { placeItem } from './order.ts';
import { tellFollowers } from './tell-followers.ts';

export interface CollectionItem {
  /** The id of the entry, not of the item. */
  id: number;
  position: number;
  /** Plain text of the owner. */
  note: string;
  addedAt: Date;
  object: ItemSummary;
}

interface ItemReference {
  type: EventableType;
  id: number;
}

export interface EntryChanges {
  note?: string;
  /** 1 for the first item. */
  position?: number;
}

/** Lists the items in order, without those that the viewer may not see. Throws not_found. */
export async function listItems(collectionId: number, viewer: Viewer, page: Page): Promise<CollectionItem[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listCollectionItems : listCollectionItemsDescending;
  const rows = await list(db, viewer.accountId, viewer.host, collectionId, above, below, page.limit);
  // An empty page may mean that the collection does not exist.
  if (rows.length === 0) await getCollection(collectionId, viewer);
  return inOrder(toItems(rows), page);
}

/**
 * Returns the id of the entry, also if the item was added before, which changes nothing. Throws not_found, and
 * validation_failed beyond 1,000 items.
 */
export async function addItem(
  ownerId: number,
  collectionId: number,
  item: ItemReference,
  note = '',
): Promise<number> {
  return transact(async (tx) => {
    const collection = await lockOwn(tx, ownerId, collectionId);
    const header = await getItemHeader(tx, ownerId, item.id, item.type);
    const [entry] = await insertCollectionItem(tx, ownerId, collectionId, item.id, note);
    if (!entry) throw notFound();
    if (!entry.isNew) return entry.id;
    const [held] = await countCollectionItems(tx, collectionId);
    if (held!.count > maxItems) throw invalid('base', t('errors.too-many-items-in-collection', { maxItems }));
    if (isPublished(header))
      await tellFollowers(tx, collection, {
        ...{ fact: 'collection-item.added', collectionId, objectIri: header.iri },
      });
    return entry.id;
  });
}

/** Changes the note or the place of an item. Throws not_found. */
export async function updateItem(
  ownerId: number,
  collectionId: number,
  item: ItemReference,
  { note, position }: EntryChanges,
): Promise<number> {
  return transact(async (tx) => {
    const collection = await lockOwn(tx, ownerId, collectionId);
    const [entry] = await updateCollectionNote(tx, ownerId, collectionId, item.id, item.type, note ?? null);
    if (!entry) throw notFound();
    if (position !== undefined) await placeItem(tx, collectionId, item.id, position);
    if (position !== undefined || (entry.isChanged && isPublished(entry)))
      await tellFollowers(tx, collection, { fact: 'collection.updated', collectionId });
    return entry.id;
  });
}

/** Also removes items that the owner may no longer see. Throws not_found if the collection has no such item. */
export async function removeItem(ownerId: number, collectionId: number, item: ItemReference): Promise<void> {
  await transact(async (tx) => {
    const collection = await lockOwn(tx, ownerId, collectionId);
    const [gone] = await deleteCollectionItem(tx, ownerId, collectionId, item.id, item.type);
    if (!gone) throw notFound();
    if (isPublished(gone))
      await tellFollowers(tx, collection, {
        ...{ fact: 'collection-item.removed', collectionId, objectIri: gone.iri },
      });
  });
}

export async function getItem(ownerId: number, id: number): Promise<CollectionItem> {
  const [item] = toItems(await selectCollectionItem(db, ownerId, null, id));
  if (!item) throw notFound();
  return item;
}

/** Followers must not learn of other items. */
const isPublished = <Item extends { iri: string | null; visibility: string }>(
  item: Item,
): item is Item & { iri: string } =>
  item.iri !== null && (item.visibility === 'public' || item.visibility === 'unlisted');

function toItems(rows: Record<string, unknown>[]): CollectionItem[] {
  const items = nest<CollectionItem>(rows);
  for (const { object } of items) object.media = object.media.map(toMedium);
  return items;
}

/** Ids of the visible items, the last added first. */
export async function listNewestIds(
  collectionId: number,
  { accountId, host }: Viewer,
  limit: number,
): Promise<number[]> {
  return (await listNewestEntries(db, accountId, host, collectionId, limit)).map(({ id }) => id);
}
