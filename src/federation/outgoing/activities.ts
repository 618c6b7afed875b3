/** Builds activities. */
import type { Visibility } from '../../db/vocabulary.ts';
import type { Account } from '../../domain/accounts/account.ts';
import type { Collection } from '../../domain/collections/collections.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { iris } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import { type JsonObject, PUBLIC } from '../json-ld/json.ts';
import { type ActorRelations, type PublicKeys, toActor } from '../objects/actor.ts';
import { sharedAudience, toSharedCollection } from '../objects/collection.ts';
import { type Audience, toAudience } from '../objects/common-fields.ts';
import { type Related, toObject } from '../objects/object.ts';

// Builds the activities that Potluck sends

/** Adds the context terms that the object needs. */
export const toCreate = (activity: string, item: Eventable, related: Related = {}): JsonObject =>
  carry('Create', activity, item, item.publishedAt, related);

export const toUpdate = (activity: string, item: Eventable, related: Related = {}): JsonObject =>
  carry('Update', activity, item, item.updatedAt, related);

export const toUpdateActor = (
  activity: string,
  account: Account,
  keys: PublicKeys,
  relations: ActorRelations = {},
): JsonObject =>
  sent('Update', activity, account, {
    to: [PUBLIC],
    cc: [followersOf(account)],
    published: account.updatedAt.toISOString(),
    object: toActor(account, keys, relations),
  });

export function toDelete(
  activity: string,
  account: Account,
  deleted: { objectIri: string; visibility: Visibility; mentionedIris: string[]; at: Date },
): JsonObject {
  return sent('Delete', activity, account, {
    ...toAudience(deleted.visibility, followersOf(account), deleted.mentionedIris),
    published: deleted.at.toISOString(),
    object: { id: deleted.objectIri, type: 'Tombstone', deleted: deleted.at.toISOString() },
  });
}

export const toDeleteActor = (activity: string, account: Account, at: Date): JsonObject =>
  sent('Delete', activity, account, {
    to: [PUBLIC],
    cc: [followersOf(account)],
    published: at.toISOString(),
    object: actorOf(account),
  });

export interface Boosted {
  objectIri: string;
  authorIri: string;
  visibility: Visibility;
  at: Date;
}

export const toAnnounce = (activity: string, account: Account, boosted: Boosted): JsonObject =>
  sent('Announce', activity, account, announcement(account, boosted));

/** The Announce undone is embedded, for servers that do not keep its IRI. */
export function toUndoAnnounce(
  activity: string,
  account: Account,
  announceIri: string,
  boosted: Omit<Boosted, 'at'>,
): JsonObject {
  const { to, cc } = audienceOf(account, boosted);
  return sent('Undo', activity, account, {
    to,
    cc,
    object: { id: announceIri, type: 'Announce', actor: actorOf(account), object: boosted.objectIri, to, cc },
  });
}

export const toLike = (activity: string, account: Account, objectIri: string, authorIri: string): JsonObject =>
  sent('Like', activity, account, { to: [authorIri], object: objectIri });

/** The Like undone is embedded, for servers that do not keep its IRI. */
export const toUndoLike = (
  activity: string,
  account: Account,
  likeIri: string,
  { objectIri, authorIri }: { objectIri: string; authorIri: string },
): JsonObject =>
  sent('Undo', activity, account, {
    to: [authorIri],
    object: { id: likeIri, type: 'Like', actor: actorOf(account), object: objectIri },
  });

export const toBlock = (activity: string, account: Account, targetIri: string): JsonObject =>
  sent('Block', activity, account, { to: [targetIri], object: targetIri });

export const toUndoBlock = (activity: string, account: Account, blockIri: string, targetIri: string): JsonObject =>
  sent('Undo', activity, account, {
    to: [targetIri],
    object: { id: blockIri, type: 'Block', actor: actorOf(account), object: targetIri },
  });

export const toFollow = (activity: string, account: Account, targetIri: string): JsonObject =>
  sent('Follow', activity, account, { to: [targetIri], object: targetIri });

export const toUndoFollow = (activity: string, account: Account, followIri: string, targetIri: string): JsonObject =>
  sent('Undo', activity, account, {
    to: [targetIri],
    object: followBy(actorOf(account), followIri, targetIri),
  });

/** Accepts or rejects a Follow of this account by `followerIri`. */
export const toAccept = (activity: string, account: Account, followIri: string, followerIri: string): JsonObject =>
  answer('Accept', activity, account, followIri, followerIri);

export const toReject = (activity: string, account: Account, followIri: string, followerIri: string): JsonObject =>
  answer('Reject', activity, account, followIri, followerIri);

/** FEP-7628. */
export const toMove = (activity: string, account: Account, targetIri: string): JsonObject =>
  sent('Move', activity, account, {
    to: [followersOf(account)],
    object: actorOf(account),
    target: targetIri,
  });

export const toAdd = (activity: string, account: Account, objectIri: string): JsonObject =>
  feature('Add', activity, account, objectIri);

export const toRemove = (activity: string, account: Account, objectIri: string): JsonObject =>
  feature('Remove', activity, account, objectIri);

/** Sent by the instance actor, so that the reporter stays anonymous. */
export const toFlag = (activity: string, instance: Account, reportedIris: string[], comment: string): JsonObject =>
  sent('Flag', activity, instance, { object: reportedIris, content: comment });

function carry(type: 'Create' | 'Update', activity: string, item: Eventable, at: Date, related: Related): JsonObject {
  const object = toObject(item, related);
  const { to, cc } = object;
  return sent(type, activity, item.account, { to, cc, published: at.toISOString(), object });
}

function announcement(account: Account, boosted: Boosted): JsonObject {
  return {
    ...audienceOf(account, boosted),
    published: boosted.at.toISOString(),
    object: boosted.objectIri,
  };
}

/** Also addressed to the author. */
function audienceOf(account: Account, { authorIri, visibility }: Omit<Boosted, 'at'>): Audience {
  const others = authorIri === actorOf(account) ? [] : [authorIri];
  return toAudience(visibility, followersOf(account), others);
}

const answer = (
  type: 'Accept' | 'Reject',
  activity: string,
  account: Account,
  followIri: string,
  followerIri: string,
): JsonObject =>
  sent(type, activity, account, {
    to: [followerIri],
    object: followBy(followerIri, followIri, actorOf(account)),
  });

const feature = (type: 'Add' | 'Remove', activity: string, account: Account, objectIri: string): JsonObject =>
  sent(type, activity, account, {
    to: [PUBLIC],
    cc: [followersOf(account)],
    object: objectIri,
    target: account.featuredIri ?? iris.featured(account.id),
  });

const followBy = (actor: string, id: string, object: string): JsonObject => ({
  id,
  type: 'Follow',
  actor,
  object,
});

const sent = (type: string, id: string, account: Account, rest: JsonObject): JsonObject =>
  withContext({ id, type, actor: actorOf(account), ...rest });

const actorOf = (account: Account): string => account.iri ?? iris.actor(account.id);

const followersOf = (account: Account): string => account.followersIri ?? iris.followers(account.id);

// Builds the activities about collections: what changes in them, and who follows them

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
    object: followBy(actorOf(account), followIri, collectionIri),
  });

export const toAcceptCollectionFollow = (
  activity: string,
  account: Account,
  { followIri, collectionIri, followerIri }: { followIri: string; collectionIri: string; followerIri: string },
): JsonObject =>
  sent('Accept', activity, account, {
    to: [followerIri],
    object: followBy(followerIri, followIri, collectionIri),
  });

// Builds the activities of FEP-044f: a request to quote, its answers, and the end of an approval

interface RequestedQuote {
  requestIri: string;
  requesterIri: string;
  objectIri: string;
  instrumentIri: string | null;
}

/** The quoting status is embedded, so that the author can read it before it is published elsewhere. */
export const toQuoteRequest = (
  activity: string,
  account: Account,
  quoted: { objectIri: string; authorIri: string },
  status: JsonObject,
): JsonObject =>
  sent('QuoteRequest', activity, account, {
    to: [quoted.authorIri],
    object: quoted.objectIri,
    instrument: status,
  });

export const toAcceptQuote = (
  activity: string,
  account: Account,
  quote: RequestedQuote,
  authorizationIri: string,
): JsonObject =>
  sent('Accept', activity, account, {
    to: [quote.requesterIri],
    object: requestOf(quote),
    result: authorizationIri,
  });

export const toRejectQuote = (activity: string, account: Account, quote: RequestedQuote): JsonObject =>
  sent('Reject', activity, account, { to: [quote.requesterIri], object: requestOf(quote) });

/** Public, so that the quoting server can forward it. Nothing of the approval is embedded. */
export const toDeleteAuthorization = (
  activity: string,
  account: Account,
  authorizationIri: string,
  quotingAccountIri: string,
): JsonObject => sent('Delete', activity, account, { to: [PUBLIC], cc: [quotingAccountIri], object: authorizationIri });

/** Returns the approval as served, without `@context`. */
export const toQuoteAuthorization = (authorization: {
  iri: string;
  authorIri: string;
  instrumentIri: string;
  objectIri: string;
}): JsonObject => ({
  id: authorization.iri,
  type: 'QuoteAuthorization',
  attributedTo: authorization.authorIri,
  interactingObject: authorization.instrumentIri,
  interactionTarget: authorization.objectIri,
});

const requestOf = ({ requestIri, requesterIri, objectIri, instrumentIri }: RequestedQuote): JsonObject => ({
  id: requestIri,
  type: 'QuoteRequest',
  actor: requesterIri,
  object: objectIri,
  ...(instrumentIri && { instrument: instrumentIri }),
});
