/** Builds the activities about collections: what changes in them, and who follows them. */
import type { Account } from '../../domain/accounts/account.ts';
import type { Collection } from '../../domain/collections/collections.ts';
import { iris } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { sharedAudience, toSharedCollection } from '../objects/shared-collection.ts';

type Shared = Pick<Collection, 'iri' | 'visibility'>;

export const toCollectionChange = (
  type: 'Add' | 'Remove',
  activity: string,
  account: Account,
  { iri, visibility }: Shared,
  objectIri: string,
): JsonObject =>
  sent(type, activity, account, {
    ...sharedAudience(visibility === 'unlisted'),
    object: objectIri,
    target: iri,
  });

export const toUpdateCollection = (activity: string, account: Account, collection: Collection): JsonObject =>
  sent('Update', activity, account, {
    ...sharedAudience(collection.visibility === 'unlisted'),
    published: collection.updatedAt.toISOString(),
    object: toSharedCollection(collection),
  });

export const toDeleteCollection = (
  activity: string,
  account: Account,
  { objectIri, isUnlisted }: { objectIri: string; isUnlisted: boolean },
): JsonObject =>
  sent('Delete', activity, account, {
    ...sharedAudience(isUnlisted),
    object: { id: objectIri, type: 'Tombstone', formerType: 'OrderedCollection' },
  });

/** `ownerIri` receives it, because a collection has no inbox. */
export const toFollowCollection = (
  account: Account,
  { followIri, collectionIri, ownerIri }: { followIri: string; collectionIri: string; ownerIri: string },
): JsonObject => sent('Follow', followIri, account, { to: [ownerIri], object: collectionIri });

export const toUndoFollowCollection = (
  activity: string,
  account: Account,
  { followIri, collectionIri, ownerIri }: { followIri: string; collectionIri: string; ownerIri: string },
): JsonObject =>
  sent('Undo', activity, account, {
    to: [ownerIri],
    object: { id: followIri, type: 'Follow', actor: actorOf(account), object: collectionIri },
  });

export const toAcceptCollectionFollow = (
  activity: string,
  account: Account,
  {
    followIri,
    collectionIri,
    followerIri,
  }: { followIri: string; collectionIri: string; followerIri: string },
): JsonObject =>
  sent('Accept', activity, account, {
    to: [followerIri],
    object: { id: followIri, type: 'Follow', actor: followerIri, object: collectionIri },
  });

const sent = (type: string, id: string, account: Account, rest: JsonObject): JsonObject =>
  withContext({ id, type, actor: actorOf(account), ...rest });

const actorOf = (account: Account): string => account.iri ?? iris.actor(account.id);
