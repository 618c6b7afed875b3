/** Composes what the followers of a collection are told, and the follows of collections. */
import { listRemoteFollowers } from '../../db/sql/followed-collections.ts';
import { db } from '../../db/statement.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import type { Collection } from '../../domain/collections/collections.ts';
import { findPublishedCollection } from '../../domain/collections/remote.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import {
  toAcceptCollectionFollow,
  toCollectionChange,
  toDeleteCollection,
  toFollowCollection,
  toUndoFollowCollection,
  toUpdateCollection,
} from './collection-activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

type ItemFact = FactOf<'collection-item.added'>;
type FollowFact = FactOf<'collection-follow.created'>;

const composeAdded = (fact: ItemFact) =>
  toFollowers(fact, (author, collection) =>
    toCollectionChange('Add', activityOf(author, fact), author, collection, fact.objectIri),
  );

const composeRemoved = (fact: ItemFact) =>
  toFollowers(fact, (author, collection) =>
    toCollectionChange('Remove', activityOf(author, fact), author, collection, fact.objectIri),
  );

const composeUpdated = (fact: FactOf<'collection.updated'>) =>
  toFollowers(fact, (author, collection) => toUpdateCollection(activityOf(author, fact), author, collection));

/** Nothing is sent about a collection that is private by now: its deletion is another fact. */
async function toFollowers(
  fact: { collectionId: number },
  build: (author: Account, collection: Collection) => JsonObject,
): Promise<Composed> {
  const collection = await findPublishedCollection(fact.collectionId);
  const author = collection && (await findAccount(collection.account.id));
  if (!author) return null;
  const followers = await listRemoteFollowers(db, collection.id);
  return outgoing(
    author,
    build(author, collection),
    collection.iri,
    followers.map(({ id }) => id),
  );
}

async function composeDeleted(fact: FactOf<'collection.deleted'>): Promise<Composed> {
  const author = await findAccount(fact.accountId);
  if (!author || author.deletedAt) return null;
  const json = toDeleteCollection(activityOf(author, fact), author, fact);
  return outgoing(author, json, fact.objectIri, fact.recipientIds);
}

const composeFollow = (fact: FollowFact) =>
  toOwner(fact, (author, ownerIri) => toFollowCollection(author, { ...fact, ownerIri }));

const composeUndoFollow = (fact: FollowFact) =>
  toOwner(fact, (author, ownerIri) =>
    toUndoFollowCollection(activityOf(author, fact), author, { ...fact, ownerIri }),
  );

async function toOwner(
  { accountId, ownerId, collectionIri }: FollowFact,
  build: (author: Account, ownerIri: string) => JsonObject,
): Promise<Composed> {
  const [author, owner] = await Promise.all([findAccount(accountId), findAccount(ownerId)]);
  if (!author || !owner?.iri) return null;
  return outgoing(author, build(author, owner.iri), collectionIri, [owner.id]);
}

async function composeAccept(fact: FactOf<'collection-follow.accepted'>): Promise<Composed> {
  const [author, follower] = await Promise.all([findAccount(fact.accountId), findAccount(fact.followerId)]);
  if (!author || !follower?.iri) return null;
  const json = toAcceptCollectionFollow(activityOf(author, fact), author, {
    ...fact,
    followerIri: follower.iri,
  });
  return outgoing(author, json, fact.followIri, [follower.id]);
}

/** Not public: nobody else needs to fetch or forward it. */
const outgoing = (author: Account, json: JsonObject, objectIri: string, addressedIds: number[]) => ({
  ...{ author, json, objectIri, isPublic: false },
  recipients: { toFollowers: false, addressedIds, formerly: null, personally: false },
});

export const collectionComposers = {
  'collection.updated': composeUpdated,
  'collection.deleted': composeDeleted,
  'collection-item.added': composeAdded,
  'collection-item.removed': composeRemoved,
  'collection-follow.created': composeFollow,
  'collection-follow.deleted': composeUndoFollow,
  'collection-follow.accepted': composeAccept,
};
