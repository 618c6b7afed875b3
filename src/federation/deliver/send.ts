/** Builds an activity, stores its bytes and lists the inboxes that receive it. */
import { createHash } from 'node:crypto';
import {
  discardOutdated,
  findOutgoing,
  type InsertedDeliveries,
  insertActivity,
  insertDeliveries,
  insertDeliveriesExcept,
  selectActivityBodies,
  selectIsDeletePending,
  selectUnsentFact,
  selectUnsentPublication,
} from '../../db/sql/deliveries.ts';
import { findPublicActivity } from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import { runEnqueuing } from '../../db/transaction.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { findPublishedCollection } from '../../domain/collections/remote.ts';
import { followerDigests } from '../../domain/interactions/follow.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import type { Fact, FactName, FactOf } from '../../jobs/fact.ts';
import { batched } from '../../lib/batch.ts';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { iris } from '../../lib/iris.ts';
import { isForwardable } from '../activity.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { readAddressees } from '../objects/common-fields.ts';
import { interactionComposers } from '../outgoing/interactions.ts';
import { itemComposers } from '../outgoing/items.ts';
import type { Composed, Outgoing, Recipients } from '../outgoing/outgoing.ts';
import { addIntegrityProof } from '../sign/sign.ts';

// Finds an activity that was sent, by its IRI, and whether the Delete of an account is still to be delivered

/** Returns the bytes that were delivered, while the object of the activity is public. */
export async function findSentActivity(iri: string): Promise<string | null> {
  return (await findPublicActivity(db, null, null, iri))[0]?.body ?? null;
}

/** True while a server has not answered the Delete of the deleted account. */
export async function isDeletePending({ id, iri }: Account): Promise<boolean> {
  return iri !== null && (await selectIsDeletePending(db, id, iri))[0]!.is_pending;
}

// Reads the `published` that a Create or Update would have if it were built now. A stored one with another is
// outdated: its object changed while it was built, and a newer activity about it may have been stored first.

/** The item that the activity carries. It is compared when the deliveries are enqueued, since they are most. */
const itemOf = (fact: Fact): number | null =>
  fact.fact === 'item.published' || fact.fact === 'item.updated' ? fact.eventableId : null;

/** Null if the object is gone, undefined for facts whose activity carries no object. */
async function publishedNow(fact: Fact): Promise<string | null | undefined> {
  switch (fact.fact) {
    case 'item.published':
      return toText((await findOutgoing(db, fact.eventableId))[0]?.published_at);
    case 'item.updated':
      return toText((await findOutgoing(db, fact.eventableId))[0]?.updated_at);
    case 'account.updated':
      return toText((await findAccount(fact.accountId))?.updatedAt);
    case 'collection.updated':
      return toText((await findPublishedCollection(fact.collectionId))?.updatedAt);
    default:
      return undefined;
  }
}

const toText = (at: Date | undefined): string | null => at?.toISOString() ?? null;

// Which facts wait for earlier ones. Their jobs may run in any order, but activities about one object are delivered
// in the order in which they were stored.

/** The earlier fact about the same activity. */
const earlierFact: { [Name in FactName]?: FactName } = {
  'block.deleted': 'block.created',
  'boost.deleted': 'boost.created',
  'follow.deleted': 'follow.created',
  'follow.rejected': 'follow.accepted',
  'like.deleted': 'like.created',
};

/** An Update waits for the Create of its item, an interaction for all earlier ones with the same account or item. */
async function hasUnsentEarlier(fact: Fact): Promise<boolean> {
  if (fact.fact === 'item.updated') return (await selectUnsentPublication(db, fact.eventableId)).length > 0;
  if (!('sourceId' in fact)) return false;
  return (await selectUnsentFact(db, fact.sourceId, earlierFact[fact.fact] ?? null)).length > 0;
}

// Builds the `Collection-Synchronization` header for activities addressed to followers (FEP-8fcf)

/** Digests of an author's followers, computed once for all hosts. */
const digestCache = createCache<number, ReturnType<typeof followerDigests>>({ max: 500, ttl: 60_000 });

/** Returns the header, or nothing for an activity that is not addressed to followers. */
export async function followersSynchronizationHeader(
  accountId: number,
  host: string,
  addressees: string[],
): Promise<Record<string, string>> {
  const collectionId = iris.followers(accountId);
  if (!addressees.includes(collectionId)) return {};

  let digests = digestCache.get(accountId);
  if (!digests) {
    digests = followerDigests(accountId);
    digestCache.set(accountId, digests);
    digests.catch(() => digestCache.delete(accountId));
  }
  const digest = (await digests)(host);
  const url = iris.followersSynchronization(accountId);
  return { 'collection-synchronization': `collectionId="${collectionId}", url="${url}", digest="${digest}"` };
}

// Loads the bytes of an activity and hashes them once for all its deliveries

export interface ActivityBody {
  bytes: Buffer;
  /** Base64. */
  sha256: string;
  /** IRIs in `to` and `cc`. */
  addressees: string[];
}

/** Of all bodies together. A recipe of the greatest length has half a megabyte. */
const maxBytes = 16 * 2 ** 20;
const bodyCache = createCache<number, ActivityBody>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }) => bytes.length + 1_000,
});
/** The deliveries of an activity begin at the same time. */
const loading = new Map<number, Promise<ActivityBody>>();

const load = batched(async (ids: number[]) => {
  const rows = new Map((await selectActivityBodies(db, ids)).map((row) => [row.id, row.body]));
  return ids.map((id) => rows.get(id));
});

export async function getActivityBody(activityId: number): Promise<ActivityBody> {
  const cached = bodyCache.get(activityId);
  if (cached) return cached;

  const read = loading.get(activityId) ?? readBody(activityId).finally(() => loading.delete(activityId));
  loading.set(activityId, read);
  return read;
}

async function readBody(activityId: number): Promise<ActivityBody> {
  const text = await load(activityId);
  if (text === undefined) throw new Error(`activity ${activityId} does not exist`);
  const body = toActivityBody(text);
  bodyCache.set(activityId, body);
  return body;
}

function toActivityBody(body: string): ActivityBody {
  const bytes = Buffer.from(body);
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    addressees: readAddressees(JSON.parse(body)),
  };
}

// Inserts and enqueues the deliveries of an activity, 1,000 followers at a time

/**
 * Idempotent. Returns how many of the addressed accounts have no known inbox yet, or that the activity carries an
 * outdated version of its item `itemId` and was deleted.
 */
export async function enqueueDeliveries(
  activityId: number,
  authorId: number,
  recipients: Recipients,
  itemId: number | null = null,
): Promise<number | 'outdated'> {
  const first = await enqueueAbove(0, activityId, authorId, recipients, itemId);
  if (first.is_outdated) return 'outdated';
  const rest = { ...recipients, addressedIds: [], formerly: null };
  for (let { last_follower_id: last } = first; last !== null; ) {
    ({ last_follower_id: last } = await enqueueAbove(last, activityId, authorId, rest, null));
  }
  return first.unreachable;
}

async function enqueueAbove(
  followerId: number,
  activityId: number,
  authorId: number,
  { toFollowers = false, addressedIds = [], formerly = null, personally = false, spared }: Recipients,
  itemId: number | null,
): Promise<InsertedDeliveries> {
  const { name } = jobs.deliverActivity;
  const params = [activityId, authorId, toFollowers, addressedIds, formerly, personally, name] as const;
  const [result] = await runEnqueuing((on) =>
    spared
      ? insertDeliveriesExcept(on, ...params, spared.followers, spared.ids, followerId)
      : insertDeliveries(on, ...params, followerId, itemId),
  );
  if (result!.inserted > 0) wakeRelay();
  return result!;
}

// Builds an activity, stores its bytes and enqueues a delivery for each inbox

/** While an addressed account has no known inbox, the job runs again, at growing intervals. */
const minRetryMs = 5_000;
const maxRetryAgeMs = 24 * 3_600_000;
/** How long a fact waits for an earlier one, which a crash or another process may have delayed. */
const afterEarlierMs = 2_000;

const composers: { [Name in FactName]: (fact: FactOf<Name>) => Promise<Composed> } = {
  ...interactionComposers,
  ...itemComposers,
};

/** Idempotent: a later run keeps the stored bytes and the deliveries that already exist. */
export async function send(fact: Fact): Promise<'done' | { again: Date }> {
  if (config.federates && (await hasUnsentEarlier(fact))) return { again: new Date(Date.now() + afterEarlierMs) };
  const compose = composers[fact.fact] as (fact: Fact) => Promise<Composed>;
  const composed = await compose(fact);
  if (composed === null) return 'done';
  if ('again' in composed) return composed;

  const { author, objectIri, json, isPublic, recipients } = composed;
  const body = JSON.stringify(await withProof(composed));
  const [activity] = await insertActivity(db, String(json.id), author.id, String(json.type), objectIri, body, isPublic);
  failpoint('activity_stored');
  const { id, created_at: createdAt, is_as_given: isAsGiven } = activity!;
  if (isAsGiven) bodyCache.set(id, toActivityBody(body));
  const itemId = config.federates && !recipients.spared ? itemOf(fact) : null;
  const published = itemId === null ? await publishedNow(fact) : undefined;
  if (published !== undefined && (await discardOutdated(db, id, published)).length > 0) return { again: new Date() };
  if (!config.federates) return 'done';

  const unreachable = await enqueueDeliveries(id, author.id, recipients, itemId);
  if (unreachable === 'outdated') return { again: new Date() };
  return unreachable === 0 ? 'done' : retryUnlessOld(createdAt);
}

/** Only public activities get a proof, so that private ones stay deniable (FEP-8b32, privacy considerations). */
async function withProof({ author, json, isPublic }: Outgoing): Promise<JsonObject> {
  if (!isPublic || !isForwardable(String(json.type))) return json;
  const { ed25519 } = await getKeyPairs(author.id);
  return addIntegrityProof(json, ed25519);
}

function retryUnlessOld(createdAt: Date): 'done' | { again: Date } {
  const age = Date.now() - createdAt.getTime();
  return age > maxRetryAgeMs ? 'done' : { again: new Date(Date.now() + Math.max(minRetryMs, age / 2)) };
}
