/** Renders the collections of members and reads those of other servers. */
import type { Collection } from '../../domain/collections/collections.ts';
import type { RemoteMedium } from '../../domain/items/ingest-remote.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import {
  cutText,
  iriOf,
  isPublic,
  type JsonObject,
  member,
  objectsOf,
  type Reading,
  refused,
  stringOf,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { PUBLIC } from '../json-ld/terms.ts';
import { type Page, toPage } from './collection.ts';
import { isPicture, readPicture, toAttachment } from './medium.ts';
import { readPageUrl } from './page-url.ts';
import { plainSummary, toSummary } from './summary.ts';

export type SharedAudience = { to: string[] } | { cc: string[] };

export const sharedAudience = (isUnlisted: boolean): SharedAudience =>
  isUnlisted ? { cc: [PUBLIC] } : { to: [PUBLIC] };

/** Without `@context`. Only a cover that the owner chose is stated: readers have the pictures of the items. */
export function toSharedCollection(collection: Collection): JsonObject {
  const { iri, name, description, visibility, url, cover, coverId, createdAt, updatedAt, itemsCount } =
    collection;
  return {
    ...{ id: iri, type: 'OrderedCollection', name },
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

export interface RemoteCollection {
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
    ...{ iri, ownerIri, name, url: readPageUrl(json, iri) },
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
