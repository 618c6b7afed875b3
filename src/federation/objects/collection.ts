/** Collections as objects. */
import type { Collection } from '../../domain/collections/collections.ts';
import type { RemoteMedium } from '../../domain/items/ingest-remote.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import {
  cutText,
  firstOf,
  iriOf,
  isObject,
  isPublic,
  type JsonObject,
  listOf,
  member,
  naturalText,
  numberOf,
  objectsOf,
  PUBLIC,
  type Reading,
  refused,
  stringOf,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { isPicture, plainSummary, readPageUrl, readPicture, toAttachment, toSummary } from './parts.ts';

// Renders local collections and reads remote ones

/** Without `firstPage` the collection shows only its size. */
export const toOrderedCollection = (iri: string, totalItems: number, firstPage: string | null = null): JsonObject =>
  withContext({
    id: iri,
    type: 'OrderedCollection',
    totalItems,
    ...(firstPage !== null && { first: firstPage }),
  });

interface Page {
  partOf: string;
  items: unknown[];
  totalItems?: number;
  next?: string | null;
  prev?: string | null;
}

export const toPage = (iri: string, { partOf, items, totalItems, next, prev }: Page): JsonObject =>
  withContext({
    id: iri,
    type: 'OrderedCollectionPage',
    partOf,
    ...(totalItems !== undefined && { totalItems }),
    ...(next && { next }),
    ...(prev && { prev }),
    orderedItems: items,
  });

interface CollectionReading {
  id: string | null;
  totalItems: number | null;
  /** At most 1,000 IRIs and embedded objects, including those of an embedded first page. */
  items: (string | JsonObject)[];
  /** The next page to fetch: the first page unless it is embedded. */
  next: string | null;
}

const collectionTypes = ['Collection', 'OrderedCollection', 'CollectionPage', 'OrderedCollectionPage'];

export function readCollection(json: unknown): Reading<CollectionReading> {
  if (!isObject(json)) return refused('is not an object');
  const types = typesOf(json);
  if (!types.some((type) => collectionTypes.includes(type))) {
    return refused(`is not a collection but ${types.join(', ') || 'has no type'}`);
  }

  const first = listOf(member(json, 'first'))[0];
  const own = readItems(json);
  const total = numberOf(member(json, 'totalItems'));
  return understood({
    id: iriOf(member(json, 'id')),
    totalItems: total !== null && Number.isInteger(total) && total <= 2 ** 31 - 1 ? Math.max(total, 0) : null,
    items: own.length === 0 && isObject(first) ? readItems(first) : own,
    next: nextOf(json, first, own.length),
  });
}

/** Returns the item of an entry, which may be the item, its IRI or the Create that published it. */
export const itemOf = (entry: unknown): unknown =>
  isObject(entry) && typesOf(entry).includes('Create') ? firstOf(member(entry, 'object')) : entry;

function readItems(page: JsonObject): (string | JsonObject)[] {
  return listOf(member(page, 'orderedItems') ?? member(page, 'items')).filter(
    (item): item is string | JsonObject => isObject(item) || iriOf(item) !== null,
  );
}

function nextOf(json: JsonObject, first: unknown, ownItems: number): string | null {
  const next = iriOf(member(json, 'next'));
  if (next !== null || ownItems > 0) return next;
  return isObject(first) ? (iriOf(member(first, 'next')) ?? emptyPageIri(first)) : iriOf(first);
}

/** An embedded first page without items must still be fetched. */
const emptyPageIri = (page: JsonObject): string | null => (readItems(page).length === 0 ? iriOf(page) : null);

// Renders the collections of members and reads those of other servers

type SharedAudience = { to: string[] } | { cc: string[] };

export const sharedAudience = (isUnlisted: boolean): SharedAudience =>
  isUnlisted ? { cc: [PUBLIC] } : { to: [PUBLIC] };

/** Without `@context`. Only a cover that the owner chose is stated: readers have the pictures of the items. */
export function toSharedCollection(collection: Collection): JsonObject {
  const { iri, name, description, visibility, url, cover, coverId, createdAt, updatedAt, itemsCount } = collection;
  return {
    id: iri,
    type: 'OrderedCollection',
    name,
    ...(description && { summary: toSummary(description) }),
    attributedTo: collection.account.iri ?? iris.actor(collection.account.id),
    ...sharedAudience(visibility === 'unlisted'),
    url,
    ...(cover && cover.id === coverId && { image: toAttachment(cover) }),
    published: createdAt.toISOString(),
    updated: updatedAt.toISOString(),
    totalItems: itemsCount,
    ...(itemsCount > 0 && { first: `${iri}?page=true` }),
  };
}

interface PublishedItem {
  iri: string;
  /** Plain text. */
  note: string;
}

/** The notes of a page stand beside its items, which stay plain ids. */
export function toSharedPage(iri: string, items: PublishedItem[], page: Omit<Page, 'items'>): JsonObject {
  const notes = items.filter(({ note }) => note !== '').map(({ iri: item, note }) => ({ item, note }));
  return {
    ...toPage(iri, { ...page, items: items.map((item) => item.iri) }),
    ...(notes.length > 0 && { itemNotes: notes }),
  };
}

/** By the id of the item. An embedded first page has its own. */
export function readItemNotes(page: JsonObject): Map<string, string> {
  const first = objectsOf(member(page, 'first'))[0];
  const notes = new Map<string, string>();
  for (const entry of [page, first].flatMap((each) => objectsOf(member(each, 'itemNotes')))) {
    const item = iriOf(member(entry, 'item'));
    const note = stringOf(member(entry, 'note'), maxNote) ?? '';
    if (item !== null && note.trim() !== '' && !notes.has(item)) notes.set(item, note);
  }
  return notes;
}

interface RemoteCollection {
  iri: string;
  ownerIri: string;
  name: string;
  description: string;
  isUnlisted: boolean;
  url: string | null;
  cover: RemoteMedium | null;
}

const maxName = 100;
const maxDescription = 10_000;
const maxNote = 2_000;

/** Only a collection with a name and an owner was made to be read. Others list followers, replies or posts. */
export function readSharedCollection(json: JsonObject): Reading<RemoteCollection> {
  if (!isCollectionType(json)) return refused('is not a collection');
  const [iri, ownerIri] = [iriOf(member(json, 'id')), iriOf(member(json, 'attributedTo'))];
  const name = cutText((naturalText(json, 'name') ?? '').trim(), maxName);
  if (iri === null || ownerIri === null || name === '') return refused('has no name or no owner');
  const isListed = isPublic(member(json, 'to'));
  return understood({
    iri,
    ownerIri,
    name,
    url: readPageUrl(json, iri),
    description: cutText(plainSummary(naturalText(json, 'summary') ?? ''), maxDescription),
    isUnlisted: !isListed && isPublic(member(json, 'cc')),
    cover: readCover(json),
  });
}

/** A picture of this server is never fetched. */
function readCover(json: JsonObject): RemoteMedium | null {
  const image = objectsOf(member(json, 'image')).find(isPicture);
  const picture = image ? readPicture(image) : null;
  return picture && !isLocalIri(picture.url) ? picture : null;
}

export const isCollectionType = (json: JsonObject): boolean =>
  typesOf(json).some((type) => type === 'Collection' || type === 'OrderedCollection');
