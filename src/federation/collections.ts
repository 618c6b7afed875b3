/** Collections: ours as we serve them, those of others as they come. */
import { withContext } from './context.ts';
import {
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
} from './json.ts';

/** Without a first page only the count is told. */
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
  /** IRIs and embedded objects, those of an embedded first page too; at most 1,000. */
  items: (string | JsonObject)[];
  /** Where to read on: the first page where that is not embedded, else the next. */
  next: string | null;
}

const collectionTypes = ['Collection', 'OrderedCollection', 'CollectionPage', 'OrderedCollectionPage'];

export function readCollection(json: unknown): Reading<CollectionReading> {
  if (!isObject(json)) return refused('is no object');
  const types = typesOf(json);
  if (!types.some((type) => collectionTypes.includes(type))) {
    return refused(`is no collection but ${types.join(', ') || 'of no type'}`);
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

function readItems(page: JsonObject): (string | JsonObject)[] {
  return listOf(member(page, 'orderedItems') ?? member(page, 'items')).filter(
    (item): item is string | JsonObject => isObject(item) || iriOf(item) !== null,
  );
}

function nextOf(json: JsonObject, first: unknown, ownItems: number): string | null {
  const next = iriOf(member(json, 'next'));
  if (next !== null || ownItems > 0) return next;
  return isObject(first) ? (iriOf(member(first, 'next')) ?? unread(first)) : iriOf(first);
}

/** A first page that is embedded without its items has still to be fetched. */
const unread = (page: JsonObject): string | null => (readItems(page).length === 0 ? iriOf(page) : null);
