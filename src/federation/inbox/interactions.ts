/** Handles follows, blocks, likes, boosts, answers to them, and their Undo. */
import { selectHasLocalFollower } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { isLocal } from '../../domain/accounts/account.ts';
import { endRemoteFollow, recordRemoteFollow } from '../../domain/collections/remote.ts';
import { findTombstone } from '../../domain/items/publish.ts';
import { acceptOwnQuote, rejectOwnQuote } from '../../domain/statuses/quotes.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isLocalIri, localCollectionOf, originOf } from '../../lib/iris.ts';
import { isActivityType, standInIri } from '../activity.ts';
import { firstOf, idOf, iriOf, isObject, isSameIri, type JsonObject, member, typesOf } from '../json-ld/json.ts';
import {
  type AnsweredFollow,
  acceptFollow,
  hasSource,
  isSourceActivityType,
  isUndone,
  recordSource,
  rejectFollow,
  type SourceActivityType,
  sourceTypes,
  undoAccept,
  undoSource,
} from '../ledger/ledger.ts';
import { findAccountAt, toObjectIri } from '../own-pages.ts';
import { type Accepted, lookAgain, type OnActivity, type Outcome } from './activity.ts';
import { acceptsCollectionFollow, findItemId, onDelete, rejectsCollectionFollow } from './items.ts';

// Finds the local follow that an Accept or Reject answers: by its IRI, by the embedded Follow, or by the pair

/** Null when no local account requested to follow this actor. */
async function readRequestedFollow({
  actor,
  object,
  objectIri,
}: Pick<Accepted, 'actor' | 'object' | 'objectIri'>): Promise<AnsweredFollow | null> {
  const types = typesOf(object);
  if (types.some(isActivityType) && !types.includes('Follow')) return null;
  const followerIri = iriOf(member(object, 'actor')) ?? objectIri;
  const follower = followerIri === null ? null : await findAccountAt(followerIri);
  const followerId = follower && isLocal(follower) ? follower.id : undefined;
  const isFollower = follower && objectIri !== null && (await toObjectIri(objectIri)) === follower.iri;
  const followIri = objectIri && isLocalIri(objectIri) && !isFollower ? objectIri : undefined;

  // Some name themselves by their page. Then the id of our Follow tells whom it was sent to.
  const target = iriOf(member(object, 'object'));
  const isPair = target === null || isSameIri(target, actor.iri);
  if (followIri === undefined && (followerId === undefined || !isPair)) return null;
  return { followIri, ...(isPair && { followerId }) };
}

// Accept: a remote account accepts the follow request or the quote of a local one

export const onAccept: OnActivity = async (activity) => {
  if (await acceptsQuote(activity)) return 'done';
  if (await acceptsCollectionFollow(activity)) return 'fetching';
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await acceptFollow(activity.actor.id, asked, { iri: activity.id, sentAt: activity.sentAt });
  return 'done';
};

/** The `result` of an accepted QuoteRequest is the approval (FEP-044f). */
async function acceptsQuote({ actor, objectIri, json }: Accepted): Promise<boolean> {
  const authorizationIri = iriOf(member(json, 'result'));
  if (!authorizationIri || !objectIri || !isLocalIri(objectIri)) return false;
  if (originOf(authorizationIri) !== originOf(actor.iri)) return false;
  return acceptOwnQuote(actor.id, objectIri, authorizationIri);
}

// Reject: a remote account rejects the follow request or the quote of a local one, or takes back its approval

export const onReject: OnActivity = async (activity) => {
  const { actor, objectIri } = activity;
  if (objectIri && isLocalIri(objectIri) && (await rejectOwnQuote(actor.id, objectIri))) return 'done';
  if (await rejectsCollectionFollow(activity)) return 'done';
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await rejectFollow(actor.id, asked);
  return 'done';
};

// Follow: a remote account wants to follow a local one, or a collection of it

export const onFollow: OnActivity = async ({ id, actor, objectIri, sentAt, publishedAt }) => {
  const collection = objectIri ? localCollectionOf(await toObjectIri(objectIri)) : null;
  if (collection) return recordRemoteFollow(actor.id, collection, { iri: id, sentAt });
  const followee = objectIri ? await findAccountAt(objectIri) : null;
  if (!followee || !isLocal(followee)) return 'refused';

  const subject = { accountId: actor.id, targetId: followee.id, eventableId: null };
  return recordSource({ ...subject, iri: id, type: 'Follow', sentAt, isDated: publishedAt !== null });
};

// Block: a remote account blocks a local one

export const onBlock: OnActivity = async ({ id, actor, objectIri, sentAt, publishedAt }) => {
  const blocked = objectIri ? await findAccountAt(objectIri) : null;
  if (!blocked || !isLocal(blocked)) return 'refused';

  const subject = { accountId: actor.id, targetId: blocked.id, eventableId: null };
  return recordSource({ ...subject, iri: id, type: 'Block', sentAt, isDated: publishedAt !== null });
};

// Like and EmojiReact: a remote account likes an item that is known here

const onReaction =
  (type: 'Like' | 'EmojiReact'): OnActivity =>
  async ({ id, actor, objectIri, sentAt, publishedAt }) => {
    const iri = iriOf(objectIri);
    if (!iri) return 'refused';
    const eventableId = await findItemId(iri);
    if (eventableId === null) return (await findTombstone(iri)) ? 'gone' : 'irrelevant';

    return recordSource({
      accountId: actor.id,
      targetId: null,
      eventableId,
      iri: id,
      type,
      sentAt,
      isDated: publishedAt !== null,
    });
  };

export const onLike = onReaction('Like');
export const onEmojiReact = onReaction('EmojiReact');

// Announce: a remote account boosts an item, local or remote

export const onAnnounce: OnActivity = async (activity) => {
  const { object, objectIri } = activity;
  if (isObject(object) && typesOf(object).some(isActivityType)) return onAnnouncedActivity(activity, object);
  const iri = iriOf(objectIri);
  return iri ? boost(activity, iri) : 'refused';
};

/**
 * Groups announce what their members do (FEP-1b12). A new post is boosted. A reply, an edit and a deletion of something
 * known here are looked up where they were made. The rest cannot be verified.
 */
async function onAnnouncedActivity(activity: Accepted, announced: JsonObject): ReturnType<OnActivity> {
  const type = typesOf(announced).find(isActivityType)!;
  const item = firstOf(member(announced, 'object'));
  const [iri, parentIri] = [iriOf(item), iriOf(member(item, 'inReplyTo'))];
  if (!iri || !['Create', 'Update', 'Delete'].includes(type)) return 'ignored';
  if (type === 'Create' && parentIri === null) return boost(activity, iri);
  if (isLocalIri(iri)) return 'irrelevant';

  const isKnown = (await findItemId(iri)) !== null;
  const isNew = type === 'Create' && !isKnown && parentIri !== null && (await findItemId(parentIri)) !== null;
  const [here] = await selectHasLocalFollower(db, activity.actor.id);
  if (!here?.followed || !(type === 'Create' ? isNew : isKnown)) return 'irrelevant';
  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return 'fetching';
}

async function boost(activity: Accepted, iri: string): ReturnType<OnActivity> {
  const { id, actor, sentAt, publishedAt } = activity;
  const itemId = await findItemId(iri);
  if (itemId === null) return fetchFirst(activity, iri);

  const at = new Date(Math.min(publishedAt?.getTime() ?? Date.now(), Date.now()));
  const subject = { accountId: actor.id, targetId: null, eventableId: itemId };
  return recordSource({ ...subject, iri: id, type: 'Announce', at, sentAt, isDated: publishedAt !== null });
}

/** Nothing that the Announce embeds is believed: the item is fetched from its origin, on a queue of its own. */
async function fetchFirst(
  { id, actor, receivedAt, sentAt }: Accepted,
  iri: string,
): Promise<Outcome | { again: Date }> {
  // Tombstones without a type come from a Delete of an unknown item, which anyone can send.
  if ((await isUndone(actor.id, id, sentAt)) || (await findTombstone(iri))?.formerType) return 'gone';
  if (isLocalIri(iri)) return 'refused';

  const [here] = await selectHasLocalFollower(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return lookAgain(receivedAt);
}

// Undo: a remote account takes back an activity of its own, perhaps before that was received

export const onUndo: OnActivity = async (undo) => {
  const { id, actor, object, sentAt } = undo;
  // Ghost and others embed an activity without its id. Then the Undo means what it describes, and its own id names it.
  const objectIri = undoneIri(undo);
  const iri = objectIri ?? (isObject(object) ? id : null);
  if (!iri) return 'refused';
  const undoneBy = member(object, 'actor');
  if (undoneBy !== undefined && undoneBy !== '' && iriOf(undoneBy) !== actor.iri) return 'refused';

  const types = isObject(object) ? typesOf(object) : [];
  const type = types.find(isSourceActivityType);
  if (!type && types.length > 0 && !(await hasSource(actor.id, iri))) {
    if (types.includes('Create')) return undoCreate(undo);
    return types.includes('Accept') ? undoAnswer(actor, iri, object as JsonObject, sentAt) : 'ignored';
  }

  const subject = await findSubject(type, iriOf(member(object, 'object')));
  const isNamed = objectIri !== null || subject.targetId !== null || subject.eventableId !== null;
  if (isNamed)
    await undoSource({ accountId: actor.id, ...subject, iri, type: type ? sourceTypes[type] : null, sentAt });
  // After the Undo is recorded, so that a Follow which is received late has no effect.
  if (!type || type === 'Follow') await endCollectionFollow(actor.id, iri, object, sentAt);
  return 'done';
};

/** An id of another server names nothing that this actor did. */
function undoneIri({ actor, object, objectIri }: Accepted): string | null {
  if (objectIri !== null) return originOf(objectIri) === originOf(actor.iri) ? objectIri : null;
  const id = idOf(object)?.trim();
  return id ? standInIri(actor.iri, id) : null;
}

/** Takes back what was published, as a Delete does. */
async function undoCreate(undo: Accepted): ReturnType<OnActivity> {
  const item = firstOf(member(undo.object, 'object'));
  const objectIri = iriOf(item);
  return objectIri === undo.actor.iri ? 'refused' : onDelete({ ...undo, object: null, objectIri });
}

/** An embedded Follow of an account is none of a collection. */
async function endCollectionFollow(actorId: number, iri: string, follow: unknown, sentAt: Date) {
  const followed = iriOf(member(follow, 'object'));
  const collection = followed === null ? null : localCollectionOf(followed);
  if (followed === null || collection) await endRemoteFollow(actorId, iri, collection?.id ?? null, sentAt);
}

/** What the undone activity was about, as the Undo describes it. */
async function findSubject(
  type: SourceActivityType | undefined,
  iri: string | null,
): Promise<{ targetId: number | null; eventableId: number | null }> {
  if (!type || !iri) return { targetId: null, eventableId: null };
  if (type !== 'Follow' && type !== 'Block') return { targetId: null, eventableId: await findItemId(iri) };
  return { targetId: (await findAccountAt(iri))?.id ?? null, eventableId: null };
}

/** An Accept is identified by the Follow that it answers. */
async function undoAnswer(actor: Accepted['actor'], iri: string, accept: JsonObject, sentAt: Date): Promise<Outcome> {
  const answered = firstOf(member(accept, 'object'));
  const object = isObject(answered) ? answered : null;
  const asked = await readRequestedFollow({ actor, object, objectIri: iriOf(answered) });
  if (!asked) return 'refused';

  await undoAccept(actor.id, asked, { iri, sentAt });
  return 'done';
}
