/** Renders local collections and reads remote ones. */
import { withContext } from '../json-ld/context.ts';
import {
  firstOf,
  iriOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  type Reading,
  refused,
  typesOf,
  understood,
} from '../json-ld/json.ts';

/** Without `firstPage` the collection shows only its size. */
export const toOrderedCollection = (
  iri: string,
  totalItems: number,
  firstPage: string | null = null,
): JsonObject =>
  withContext({
    id: iri,
    type: 'OrderedCollection',
    totalItems,
    ...(firstPage !== null && { first: firstPage }),
  });

export interface Page {
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

export interface CollectionReading {
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
