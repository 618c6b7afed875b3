/** Builds the activities that Potluck sends. */
import type { Account } from '../../domain/accounts/account.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { iris } from '../../lib/iris.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { withContext } from '../json-ld/context.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { PUBLIC } from '../json-ld/terms.ts';
import { type ActorRelations, type PublicKeys, toActor } from '../objects/actor-document.ts';
import { type Audience, toAudience } from '../objects/audience.ts';
import { type Related, toObject } from '../objects/object.ts';

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

export const toLike = (
  activity: string,
  account: Account,
  objectIri: string,
  authorIri: string,
): JsonObject => sent('Like', activity, account, { to: [authorIri], object: objectIri });

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

export const toUndoBlock = (
  activity: string,
  account: Account,
  blockIri: string,
  targetIri: string,
): JsonObject =>
  sent('Undo', activity, account, {
    to: [targetIri],
    object: { id: blockIri, type: 'Block', actor: actorOf(account), object: targetIri },
  });

export const toFollow = (activity: string, account: Account, targetIri: string): JsonObject =>
  sent('Follow', activity, account, { to: [targetIri], object: targetIri });

export const toUndoFollow = (
  activity: string,
  account: Account,
  followIri: string,
  targetIri: string,
): JsonObject =>
  sent('Undo', activity, account, {
    to: [targetIri],
    object: followBy(actorOf(account), followIri, targetIri),
  });

/** Accepts or rejects a Follow of this account by `followerIri`. */
export const toAccept = (
  activity: string,
  account: Account,
  followIri: string,
  followerIri: string,
): JsonObject => answer('Accept', activity, account, followIri, followerIri);

export const toReject = (
  activity: string,
  account: Account,
  followIri: string,
  followerIri: string,
): JsonObject => answer('Reject', activity, account, followIri, followerIri);

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
export const toFlag = (
  activity: string,
  instance: Account,
  reportedIris: string[],
  comment: string,
): JsonObject => sent('Flag', activity, instance, { object: reportedIris, content: comment });

function carry(
  type: 'Create' | 'Update',
  activity: string,
  item: Eventable,
  at: Date,
  related: Related,
): JsonObject {
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
