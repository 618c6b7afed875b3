/** Renders the collections of members and reads those of other servers. */
import type { Collection } from '../../domain/collections/collections.ts';
import { iris } from '../../lib/iris.ts';
import {
  cutText,
  iriOf,
  isPublic,
  type JsonObject,
  member,
  type Reading,
  refused,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { PUBLIC } from '../json-ld/terms.ts';
import { toAttachment } from './medium.ts';
import { readPageUrl } from './page-url.ts';
import { plainSummary, toSummary } from './summary.ts';

export type SharedAudience = { to: string[] } | { cc: string[] };

export const sharedAudience = (isUnlisted: boolean): SharedAudience =>
  isUnlisted ? { cc: [PUBLIC] } : { to: [PUBLIC] };

/** Without `@context`. */
export function toSharedCollection(collection: Collection): JsonObject {
  const { iri, name, description, visibility, url, cover, createdAt, updatedAt, itemsCount } = collection;
  return {
    ...{ id: iri, type: 'OrderedCollection', name },
    ...(description && { summary: toSummary(description) }),
    attributedTo: collection.account.iri ?? iris.actor(collection.account.id),
    ...sharedAudience(visibility === 'unlisted'),
    url,
    ...(cover && { image: toAttachment(cover) }),
    published: createdAt.toISOString(),
    updated: updatedAt.toISOString(),
    totalItems: itemsCount,
    ...(itemsCount > 0 && { first: `${iri}?page=true` }),
  };
}

export interface RemoteCollection {
  iri: string;
  ownerIri: string;
  name: string;
  description: string;
  isUnlisted: boolean;
  url: string | null;
}

const maxName = 100;
const maxDescription = 10_000;

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
  });
}

export const isCollectionType = (json: JsonObject): boolean =>
  typesOf(json).some((type) => type === 'Collection' || type === 'OrderedCollection');
