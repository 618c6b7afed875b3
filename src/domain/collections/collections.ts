/** Reads collections for a viewer. A private one exists for its owner only. */
import { nest } from '../../db/nest-columns.ts';
import {
  listCollectionNames,
  listCollectionsOf,
  listCollectionsOfDescending,
  listNewestCollections,
  selectCollection,
  selectRemoteCollectionAt,
} from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import { checkAccountVisible } from '../accounts/check-visible.ts';
import { unfiltered, type Viewer, viewerOf } from '../accounts/viewer.ts';
import type { Medium } from '../items/eventable.ts';
import { toMedium } from '../items/read.ts';

export type CollectionVisibility = 'public' | 'unlisted' | 'private';

export interface Collection {
  id: number;
  name: string;
  /** Plain text. */
  description: string;
  visibility: CollectionVisibility;
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
  const id = /^\/(?:users\/\d{1,16}|@[a-z0-9_]{1,30})\/collections\/([1-9]\d{0,15})$/.exec(
    new URL(url).pathname,
  )?.[1];
  const [collection] = id
    ? toCollections(await selectCollection(db, viewer.accountId, viewer.host, Number(id)))
    : [];
  return collection && (collection.iri === url || collection.url === url) ? collection : null;
}

/** The owner gets all, other viewers the public ones. Throws not_found, also across a block. */
export async function listCollections(accountId: number, viewer: Viewer, page: Page): Promise<Collection[]> {
  if (accountId !== viewer.accountId) await checkAccountVisible(accountId, viewer);
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listCollectionsOf : listCollectionsOfDescending;
  const rows = await list(db, viewer.accountId, viewer.host, accountId, above, below, page.limit);
  return inOrder(toCollections(rows), page);
}

/** All collections of a member, oldest first. */
/** Lists public collections of local accounts that have items, newest first. */
export async function listNewest({ accountId, host }: Viewer, limit: number): Promise<Collection[]> {
  return toCollections(await listNewestCollections(db, accountId, host, limit));
}

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
