/** Collections of members. */
import {
  countCollectionItems,
  countCollections,
  deleteCollectionItem,
  deleteCollectionRow,
  hideCollection,
  insertCollection,
  insertCollectionItem,
  listCollectionItems,
  listCollectionNames,
  listCollectionsOf,
  listNewestCollections,
  listNewestEntries,
  listOrder,
  listVisibleOrder,
  lockCollections,
  lockOwnCollection,
  type OwnCollection,
  selectCollection,
  selectCollectionItem,
  selectOwnCover,
  selectRemoteCollectionAt,
  selectSavedRecipes,
  updateCollectionNote,
  updateCollectionRow,
  updateOrder,
} from '../../db/sql/collections.ts';
import { selectHasRemoteFollower } from '../../db/sql/followed-collections.ts';
import { db, nest, readPage } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import type { SharedVisibility } from '../../db/vocabulary.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import type { NewFact } from '../../jobs/fact.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import type { Page } from '../../lib/page.ts';
import { type AccountCard, checkAccountVisible, unfiltered, type Viewer, viewerOf } from '../accounts/account.ts';
import { type EventableType, getItemHeader, type Medium } from '../items/eventable.ts';
import { type ItemSummary, toMedium, withMedia } from '../items/read.ts';
import { checkUnfollowed, isShared, unshare } from './unshare.ts';

// Limits on collections, by account

/** Also the number that pages list without paging. */
export const maxCollections = 200;
export const maxItems = 1_000;
export const maxFollowed = 500;

// Locks a collection for its owner

/** Until the transaction ends. Throws not_found, also for the collection of another account. */
async function lockOwn(tx: Tx, ownerId: number, id: number): Promise<OwnCollection> {
  const [own] = await lockOwnCollection(tx, ownerId, id);
  if (!own) throw notFound();
  return own;
}

// Records what the followers of a collection on other servers should learn

/** Nothing is recorded while nobody on another server follows. */
async function tellFollowers(tx: Tx, collection: OwnCollection, fact: NewFact): Promise<void> {
  if (!isShared(collection)) return;
  const [remote] = await selectHasRemoteFollower(tx, collection.id);
  if (remote!.found) await recordFact(tx, fact);
}

// Changes the order of the items of a collection

/** The step. The other items keep their order after those. Items that are not in the collection are ignored. */
async function orderItems(tx: Tx, collectionId: number, first: number[]): Promise<void> {
  const before = await readOrder(tx, collectionId);
  const held = new Set(before);
  const order = new Set([...first.filter((each) => held.has(each)), ...before]);
  await updateOrder(tx, collectionId, [...order]);
}

/** The step. `place` is 1 for the first item; a place after the end is the last one. */
async function placeItem(tx: Tx, collectionId: number, itemId: number, place: number): Promise<void> {
  const others = (await readOrder(tx, collectionId)).filter((each) => each !== itemId);
  await updateOrder(tx, collectionId, others.toSpliced(place - 1, 0, itemId));
}

/**
 * Moves the item before or after the next one that the owner sees. At the end of the list nothing happens. Throws
 * not_found.
 */
export async function moveItem(
  ownerId: number,
  collectionId: number,
  itemId: number,
  direction: 'up' | 'down',
): Promise<void> {
  await transact(async (tx) => {
    const collection = await lockOwn(tx, ownerId, collectionId);
    const shown = (await listVisibleOrder(tx, ownerId, null, collectionId)).map((row) => row.eventable_id);
    const at = shown.indexOf(itemId);
    if (at === -1) throw notFound();
    const neighbour = shown[direction === 'up' ? at - 1 : at + 1];
    if (neighbour === undefined) return;
    await placeItem(tx, collectionId, itemId, (await readOrder(tx, collectionId)).indexOf(neighbour) + 1);
    await tellFollowers(tx, collection, { fact: 'collection.updated', collectionId });
  });
}

const readOrder = async (tx: Tx, collectionId: number) =>
  (await listOrder(tx, collectionId)).map((row) => row.eventable_id);

// Reads collections for a viewer. A private one exists for its owner only.

export interface Collection {
  id: number;
  name: string;
  /** Plain text. */
  description: string;
  visibility: SharedVisibility;
  iri: string;
  url: string;
  /** The picture that the owner chose. */
  coverId: number | null;
  /** The chosen picture, or a picture of the first item that has one. */
  cover: Medium | null;
  /** Of the items that the viewer may see. */
  itemsCount: number;
  followersCount: number;
  /** Whether the viewer follows it. */
  following: boolean;
  createdAt: Date;
  updatedAt: Date;
  account: AccountCard;
}

/** Throws not_found. An unlisted collection is found by its id only. */
export async function getCollection(id: number, { accountId, host }: Viewer): Promise<Collection> {
  const [collection] = toCollections(await selectCollection(db, accountId, host, id));
  if (!collection) throw notFound();
  return collection;
}

/** Returns the viewer to whose filters the items are subject: nobody misses what they collected themselves. */
export async function filteringViewer(collectionId: number, viewer: Viewer): Promise<Viewer> {
  if (viewer.filtersVersion == null) return viewer;
  const { account } = await getCollection(collectionId, viewer);
  return account.id === viewer.accountId ? unfiltered(viewer) : viewer;
}

/** Throws not_found, also for the collection of another account. */
export async function getOwnCollection(ownerId: number, id: number): Promise<Collection> {
  const collection = await getCollection(id, viewerOf(ownerId));
  if (collection.account.id !== ownerId) throw notFound();
  return collection;
}

/** Finds a collection by its IRI or the URL of its page. */
export async function findCollectionAt(url: string, viewer: Viewer): Promise<Collection | null> {
  if (!isLocalIri(url)) {
    return toCollections(await selectRemoteCollectionAt(db, viewer.accountId, viewer.host, url))[0] ?? null;
  }
  const id = /^\/(?:users\/\d{1,16}|@[a-z0-9_]{1,30})\/collections\/([1-9]\d{0,15})$/.exec(new URL(url).pathname)?.[1];
  const [collection] = id ? toCollections(await selectCollection(db, viewer.accountId, viewer.host, Number(id))) : [];
  return collection && (collection.iri === url || collection.url === url) ? collection : null;
}

/** The owner gets all, other viewers the public ones. Throws not_found, also across a block. */
export async function listCollections(accountId: number, viewer: Viewer, page: Page): Promise<Collection[]> {
  if (accountId !== viewer.accountId) await checkAccountVisible(accountId, viewer);
  return toCollections(await readPage(listCollectionsOf, page, [viewer.accountId, viewer.host, accountId]));
}

/** Lists public collections of local accounts that have items, newest first. */
export async function listNewest({ accountId, host }: Viewer, limit: number): Promise<Collection[]> {
  return toCollections(await listNewestCollections(db, accountId, host, limit));
}

/** All collections of a member, oldest first. */
export const listOwnNames = (accountId: number): Promise<{ id: number; name: string }[]> =>
  listCollectionNames(db, accountId);

export function toCollections<Row extends Collection = Collection>(rows: Record<string, unknown>[]): Row[] {
  return nest<Row>(rows).map((row) => ({
    ...row,
    iri: row.iri ?? iris.collection(row.account.id, row.id),
    url: row.url ?? row.iri ?? iris.collectionPage(row.account.username, row.id),
    cover: row.cover && toMedium(row.cover),
  }));
}

// Adds items of any type to collections, removes, annotates, moves and lists them

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

interface EntryChanges {
  note?: string;
  /** 1 for the first item. */
  position?: number;
}

/** Lists the items in order, without those that the viewer may not see. Throws not_found. */
export async function listItems(collectionId: number, viewer: Viewer, page: Page): Promise<CollectionItem[]> {
  const rows = await readPage(listCollectionItems, page, [viewer.accountId, viewer.host, collectionId]);
  // An empty page may mean that the collection does not exist.
  if (rows.length === 0) await getCollection(collectionId, viewer);
  return toItems(rows);
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
  beforeCommit?: BeforeCommit<number>,
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
        fact: 'collection-item.added',
        collectionId,
        objectIri: header.iri,
      });
    return entry.id;
  }, beforeCommit);
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
        fact: 'collection-item.removed',
        collectionId,
        objectIri: gone.iri,
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

const toItems = (rows: Record<string, unknown>[]): CollectionItem[] =>
  nest<CollectionItem>(rows).map((item) => ({ ...item, object: withMedia(item.object) }));

/** Ids of the visible items, the last added first. */
export async function listNewestIds(
  collectionId: number,
  { accountId, host }: Viewer,
  limit: number,
): Promise<number[]> {
  return idsOf(await listNewestEntries(db, accountId, host, collectionId, limit));
}

// Creates, changes and deletes the collections of members

interface CollectionDraft {
  name: string;
  description: string;
  visibility: SharedVisibility;
  /** A picture of the owner. */
  coverId: number | null;
}

interface CollectionChanges extends Partial<CollectionDraft> {
  /** These items come first, in this order. */
  itemIds?: number[];
}

/** Throws validation_failed beyond 200 collections. */
export async function createCollection(
  ownerId: number,
  { name, description, visibility, coverId }: CollectionDraft,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return transact(async (tx) => {
    await lockCollections(tx, ownerId);
    const [owned] = await countCollections(tx, ownerId);
    if (owned!.count >= maxCollections) throw invalid('base', t('errors.too-many-collections', { maxCollections }));
    await checkCover(tx, ownerId, coverId);
    const [made] = await insertCollection(tx, ownerId, name, description, visibility, coverId);
    return made!.id;
  }, beforeCommit);
}

/**
 * A collection that becomes private loses its followers. Throws not_found, and unavailable if it is to be shared again
 * before they are gone.
 */
export async function updateCollection(ownerId: number, id: number, changes: CollectionChanges): Promise<void> {
  await transact(async (tx) => {
    const before = await lockOwn(tx, ownerId, id);
    const { name = null, description = null, visibility = null, coverId, itemIds } = changes;
    if (Object.values(changes).every((value) => value === undefined)) return;
    if (coverId !== undefined) await checkCover(tx, ownerId, coverId);
    if (visibility && visibility !== 'private' && !isShared(before)) await checkUnfollowed(tx, id);
    if (itemIds) await orderItems(tx, id, itemIds);
    const changesCover = coverId !== undefined;
    await updateCollectionRow(tx, id, name, description, visibility, changesCover, coverId ?? null);
    if (visibility === 'private' && isShared(before)) await unshare(tx, before);
    else await tellFollowers(tx, before, { fact: 'collection.updated', collectionId: id });
  });
}

/** Throws not_found. */
export async function deleteCollection(ownerId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const remains = await unshare(tx, await lockOwn(tx, ownerId, id));
    await (remains ? hideCollection : deleteCollectionRow)(tx, id);
  });
}

async function checkCover(tx: Tx, ownerId: number, coverId: number | null): Promise<void> {
  if (coverId === null) return;
  const [own] = await selectOwnCover(tx, ownerId, coverId);
  if (!own) throw invalid('cover_id', t('errors.must-be-own-picture'));
}

// Lists the recipes that a member has saved, so that a device can keep them for reading without a connection

interface SavedRecipe {
  id: number;
  type: 'recipe';
  url: string | null;
  iri: string | null;
  slug: string | null;
  account: { handle: string | null; host: string };
  /** When its author last edited or published it. */
  changedAt: Date;
}

/** Those that were saved last come first. */
export async function listSavedRecipes(accountId: number, limit: number): Promise<SavedRecipe[]> {
  const rows = await selectSavedRecipes(db, accountId, null, limit);
  return rows.map(({ handle, host, ...recipe }) => ({
    ...recipe,
    type: 'recipe',
    account: { handle, host },
  }));
}
