/** Composes what is sent about interactions, quotes, collections and reports. */
import { findSourceOnItem } from '../../db/sql/deliveries.ts';
import { listRemoteFollowers } from '../../db/sql/followed-collections.ts';
import { type SourceRow, selectSource } from '../../db/sql/ledger.ts';
import { findReport } from '../../db/sql/moderation.ts';
import { selectQuote } from '../../db/sql/quotes.ts';
import { db } from '../../db/statement.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { maxFetchFailures } from '../../domain/accounts/remote.ts';
import type { Collection } from '../../domain/collections/collections.ts';
import { findPublishedCollection } from '../../domain/collections/remote.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toObject } from '../objects/object.ts';
import {
  toAccept,
  toAcceptCollectionFollow,
  toAcceptQuote,
  toAnnounce,
  toBlock,
  toCollectionChange,
  toDeleteAuthorization,
  toDeleteCollection,
  toFlag,
  toFollow,
  toFollowCollection,
  toLike,
  toQuoteRequest,
  toReject,
  toRejectQuote,
  toUndoAnnounce,
  toUndoBlock,
  toUndoFollow,
  toUndoFollowCollection,
  toUndoLike,
  toUpdateCollection,
} from './activities.ts';
import { findOutgoingItem } from './items.ts';
import { activityOf, type Composed, isForAll, type Outgoing } from './outgoing.ts';

// Composes Like and its Undo

async function composeLike({ sourceId }: FactOf<'like.created'>): Promise<Composed> {
  const [like] = await findSourceOnItem(db, sourceId);
  const author = like && !like.undone && (await findAccount(like.account_id));
  if (!author) return null;
  return {
    author,
    json: toLike(like.iri, author, like.eventable_iri, like.author_iri),
    objectIri: like.eventable_iri,
    isPublic: false,
    recipients: { addressedIds: [like.author_id] },
  };
}

async function composeUndoLike(fact: FactOf<'like.deleted'>): Promise<Composed> {
  const [like] = await findSourceOnItem(db, fact.sourceId);
  const author = like && (await findAccount(like.account_id));
  if (!author) return null;
  const { iri, eventable_iri: objectIri, author_iri: authorIri } = like;
  return {
    author,
    json: toUndoLike(activityOf(author, fact), author, iri, { objectIri, authorIri }),
    objectIri,
    isPublic: false,
    recipients: { addressedIds: [like.author_id] },
  };
}

// Composes Announce and its Undo

export async function composeAnnounce({ sourceId }: Pick<FactOf<'boost.created'>, 'sourceId'>): Promise<Composed> {
  const [boost] = await findSourceOnItem(db, sourceId);
  const author = boost?.boosted_at && !boost.undone && (await findAccount(boost.account_id));
  if (!author) return null;

  const { iri, eventable_iri: objectIri, author_iri: authorIri, boost_visibility: visibility } = boost;
  return {
    author,
    json: toAnnounce(iri, author, { objectIri, authorIri, visibility, at: boost.boosted_at! }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [boost.author_id] },
  };
}

async function composeUndoAnnounce(fact: FactOf<'boost.deleted'>): Promise<Composed> {
  const [boost] = await findSourceOnItem(db, fact.sourceId);
  const author = boost && (await findAccount(boost.account_id));
  if (!author) return null;

  const { iri, eventable_iri: objectIri, author_iri: authorIri, author_id: authorId } = boost;
  const { visibility } = fact;
  return {
    author,
    json: toUndoAnnounce(activityOf(author, fact), author, iri, { objectIri, authorIri, visibility }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [authorId], formerly: iri },
  };
}

// Composes Follow, Accept, Reject and their Undo

type FollowFact = FactOf<'follow.created'>;

/** How long after an attempt to fetch the recipient its result is expected. */
const fetchMs = 5_000;

const composeFollow = (fact: FollowFact): Promise<Composed> =>
  byFollower(fact, (author, followIri, target) => toFollow(followIri, author, target));

const composeUndoFollow = (fact: FollowFact): Promise<Composed> =>
  byFollower(fact, (author, followIri, target) => toUndoFollow(activityOf(author, fact), author, followIri, target));

const composeAccept = (fact: FollowFact): Promise<Composed> =>
  byFollowee(fact, (author, followIri, target) => toAccept(activityOf(author, fact), author, followIri, target));

const composeReject = (fact: FollowFact): Promise<Composed> =>
  byFollowee(fact, (author, followIri, target) => toReject(activityOf(author, fact), author, followIri, target));

type Build = (author: Account, followIri: string, targetIri: string) => JsonObject;

async function byFollower({ sourceId }: FollowFact, build: Build): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  return source ? composeFrom(source, source.account_id, source.target_id!, build) : null;
}

async function byFollowee({ sourceId }: FollowFact, build: Build): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  return source ? composeFrom(source, source.target_id!, source.account_id, build) : null;
}

async function composeFrom({ iri }: SourceRow, authorId: number, targetId: number, build: Build): Promise<Composed> {
  const [author, target] = await Promise.all([findAccount(authorId), findAccount(targetId)]);
  if (!author || !target) return null;
  if (target.iri === null) {
    const nextFetch = Math.max(Date.now(), target.nextFetchAt?.getTime() ?? 0);
    return target.fetchFailures < maxFetchFailures ? { again: new Date(nextFetch + fetchMs) } : null;
  }
  return between(author, target.id, build(author, iri, target.iri), {
    objectIri: target.iri,
    isPublic: false,
  });
}

// Composes Block and its Undo

type BlockFact = FactOf<'block.created'>;

const composeBlock = (fact: BlockFact): Promise<Composed> =>
  compose(fact, (author, blockIri, targetIri) => toBlock(blockIri, author, targetIri));

const composeUndoBlock = (fact: BlockFact): Promise<Composed> =>
  compose(fact, (author, blockIri, targetIri) => toUndoBlock(activityOf(author, fact), author, blockIri, targetIri));

async function compose(
  { sourceId }: BlockFact,
  build: (author: Account, blockIri: string, targetIri: string) => JsonObject,
): Promise<Composed> {
  const [source] = await selectSource(db, sourceId);
  if (!source) return null;
  const [author, target] = await Promise.all([findAccount(source.account_id), findAccount(source.target_id!)]);
  if (!author || !target?.iri) return null;
  const json = build(author, source.iri, target.iri);
  return between(author, target.id, json, { objectIri: target.iri, isPublic: false });
}

// Composes requests to quote, their answers, and the end of an approval

async function composeQuoteRequest(fact: FactOf<'quote.requested'>): Promise<Composed> {
  const [quote] = await selectQuote(db, fact.eventableId);
  const found = await findOutgoingItem(fact.eventableId);
  if (!found || quote?.state !== 'pending' || !quote.quoted_author_iri) return null;
  const { item } = found;
  const quoted = { objectIri: quote.quote_iri, authorIri: quote.quoted_author_iri };
  const status = toObject(item, found);
  const json = toQuoteRequest(activityOf(item.account, fact), item.account, quoted, status);
  const composed = between(item.account, quote.quoted_account_id!, json, {
    objectIri: quote.iri,
    isPublic: false,
  });
  // By the same inbox as later versions of the status, which go to every server that has it.
  return { ...composed, recipients: { ...composed.recipients, personally: false } };
}

async function composeAcceptQuote(fact: FactOf<'quote.accepted'>): Promise<Composed> {
  const { accountId, eventableId, requestIri } = fact;
  const [quote] = await selectQuote(db, eventableId);
  if (quote?.state !== 'accepted' || quote.authorization_iri === null) return null;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(quote.account_id)]);
  if (!author || !target?.iri) return null;
  const request = {
    requestIri,
    requesterIri: target.iri,
    objectIri: quote.quoted_iri ?? quote.quote_iri,
    instrumentIri: quote.iri,
  };
  const json = toAcceptQuote(activityOf(author, fact), author, request, quote.authorization_iri);
  return between(author, target.id, json, { objectIri: requestIri, isPublic: false });
}

async function composeRejectQuote(fact: FactOf<'quote.rejected'>): Promise<Composed> {
  const { accountId, targetId, requestIri, objectIri, instrumentIri } = fact;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  const request = { requestIri, requesterIri: target.iri, objectIri, instrumentIri };
  const json = toRejectQuote(activityOf(author, fact), author, request);
  return between(author, targetId, json, { objectIri: requestIri, isPublic: false });
}

async function composeDeleteAuthorization(fact: FactOf<'quote.revoked'>): Promise<Composed> {
  const { accountId, targetId, objectIri } = fact;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  const json = toDeleteAuthorization(activityOf(author, fact), author, objectIri, target.iri);
  return between(author, targetId, json, { objectIri, isPublic: true });
}

const between = (
  author: Account,
  targetId: number,
  json: JsonObject,
  about: { objectIri: string; isPublic: boolean },
): Outgoing => ({
  author,
  json,
  ...about,
  recipients: { addressedIds: [targetId], personally: true },
});

// Composes a Flag in the name of the instance

async function composeFlag(fact: FactOf<'report.created'>): Promise<Composed> {
  const { accountId, reportId } = fact;
  const [report] = await findReport(db, reportId);
  const author = report && (await findAccount(accountId));
  if (!author) return null;
  return {
    author,
    json: toFlag(activityOf(author, fact), author, [report.account_iri, ...report.eventable_iris], report.comment),
    objectIri: report.account_iri,
    isPublic: false,
    recipients: { addressedIds: [report.account_id], personally: true },
  };
}

// Composes what the followers of a collection are told, and the follows of collections

type ItemFact = FactOf<'collection-item.added'>;
type CollectionFollowFact = FactOf<'collection-follow.created'>;

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
  const addressedIds = followers.map(({ id }) => id);
  return outgoing(author, build(author, collection), collection.iri, addressedIds);
}

async function composeDeleted(fact: FactOf<'collection.deleted'>): Promise<Composed> {
  const author = await findAccount(fact.accountId);
  if (!author || author.deletedAt) return null;
  const json = toDeleteCollection(activityOf(author, fact), author, fact);
  return outgoing(author, json, fact.objectIri, fact.recipientIds);
}

const composeCollectionFollow = (fact: CollectionFollowFact) =>
  toOwner(fact, (author, ownerIri) => toFollowCollection(author, { ...fact, ownerIri }));

const composeUndoCollectionFollow = (fact: CollectionFollowFact) =>
  toOwner(fact, (author, ownerIri) => toUndoFollowCollection(activityOf(author, fact), author, { ...fact, ownerIri }));

async function toOwner(
  { accountId, ownerId, collectionIri }: CollectionFollowFact,
  build: (author: Account, ownerIri: string) => JsonObject,
): Promise<Composed> {
  const [author, owner] = await Promise.all([findAccount(accountId), findAccount(ownerId)]);
  if (!author || !owner?.iri) return null;
  return outgoing(author, build(author, owner.iri), collectionIri, [owner.id]);
}

async function composeAcceptCollectionFollow(fact: FactOf<'collection-follow.accepted'>): Promise<Composed> {
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
  author,
  json,
  objectIri,
  isPublic: false,
  recipients: { addressedIds },
});

// Maps each fact to the function that composes its activity

export const interactionComposers = {
  'block.created': composeBlock,
  'block.deleted': composeUndoBlock,
  'boost.created': composeAnnounce,
  'boost.deleted': composeUndoAnnounce,
  'collection.updated': composeUpdated,
  'collection.deleted': composeDeleted,
  'collection-item.added': composeAdded,
  'collection-item.removed': composeRemoved,
  'collection-follow.created': composeCollectionFollow,
  'collection-follow.deleted': composeUndoCollectionFollow,
  'collection-follow.accepted': composeAcceptCollectionFollow,
  'follow.accepted': composeAccept,
  'follow.created': composeFollow,
  'follow.deleted': composeUndoFollow,
  'follow.rejected': composeReject,
  'like.created': composeLike,
  'like.deleted': composeUndoLike,
  'quote.accepted': composeAcceptQuote,
  'quote.rejected': composeRejectQuote,
  'quote.requested': composeQuoteRequest,
  'quote.revoked': composeDeleteAuthorization,
  'report.created': composeFlag,
};
