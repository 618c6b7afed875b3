/** Finds, fetches and uses the keys of actors. */
import type { KeyObject } from 'node:crypto';
import { findRemoteKey, isNamedAfter, keyNames } from '../../domain/accounts/keys.ts';
import { type ActorProfile, upsertRemoteAccount } from '../../domain/accounts/remote.ts';
import { createCache } from '../../lib/cache.ts';
import { originOf } from '../../lib/iris.ts';
import { windowCounter } from '../../lib/window-counter.ts';
import { iriOf, isObject, isSameIri, type JsonObject, listOf, member, objectsOf } from '../json-ld/json.ts';
import { isOwner } from '../objects/actor.ts';
import { Refusal } from '../request.ts';
import { type FetchBudget, fetchActivityJson, fetchJson, newBudget, ResolveError, refused } from '../resolve/fetch.ts';
import { readProfile, withHandle } from '../resolve/resolve-actor.ts';
import { invalidSignature, readPublicKey, type SignatureClaim } from './signature/claim.ts';

// Remembers actors that were fetched for a key. They stay in memory until a signature has verified.

interface FetchedActor {
  /** Without a handle, which WebFinger confirms when the actor is stored. */
  profile: ActorProfile;
  /** Whom the fetch counts against. */
  requester: string;
  /** The owners that keys name instead of the actor, by the id of the key. */
  otherOwners: Map<string, string>;
  budget: FetchBudget;
  /** Pending or done once a signature has verified. */
  accountId?: Promise<Signer['accountId']>;
}

/** Each IRI is fetched once in 5 minutes. The value is null if that failed. */
const fetchedActors = createCache<string, { actor: FetchedActor | null }>({
  max: 20_000,
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ actor }) => (actor ? JSON.stringify(actor.profile).length : 1),
  ttl: 5 * 60_000,
});

// Limits how many keys strangers can make us fetch: per requester and host, and in total

/**
 * Per requester: 300 fetches, or 30 that fail. Those after which a signature verified do not count, since thousands of
 * people of one server may like a post. A failure never counts against other requesters.
 */
const costs = windowCounter({ quota: 300, windowMs: 5 * 60_000 });
const failureCost = 10;

/** Fetches at a time. Neither one requester nor one host that does not answer may take all permits. */
const maxConcurrent = 64;
const maxPerGroup = 16;
const busySeconds = 15;
let running = 0;
const runningByGroup = new Map<string, number>();

/**
 * Runs a fetch from the host of `iri` and counts its cost against the requester. Throws a Refusal with 429 if the
 * requester has caused too many fetches, and with 503 if too many are running.
 */
async function fetchWithinLimits<T>(
  iri: string,
  requester: string,
  fetch: () => Promise<T>,
  successCost = 1,
): Promise<T> {
  if (costs.isExhausted(requester))
    throw new Refusal(429, 'too many keys had to be fetched for your address', costs.secondsLeft(requester));
  const groups = [`host ${new URL(iri).host}`, `requester ${requester}`];
  if (running >= maxConcurrent || groups.some((group) => countOf(group) >= maxPerGroup))
    throw new Refusal(503, 'too many keys are being fetched, try again soon', busySeconds);

  let cost = failureCost;
  changeRunning(groups, 1);
  try {
    const result = await fetch();
    cost = successCost;
    return result;
  } finally {
    changeRunning(groups, -1);
    costs.take(requester, cost);
  }
}

const countOf = (group: string): number => runningByGroup.get(group) ?? 0;

function changeRunning(groups: string[], change: 1 | -1): void {
  running += change;
  for (const group of groups) {
    const count = countOf(group) + change;
    if (count > 0) runningByGroup.set(group, count);
    else runningByGroup.delete(group);
  }
}

// Fetches the actor of a key. The document at the actor's own id must list the key.

const maxOtherOwners = 10;

/** Enough for a separate key document, the actor and its WebFinger lookups. */
export const maxKeyRequests = 8;

interface FetchedKey {
  key: KeyObject;
  /** Stores the actor. Call it only after a signature by the key has verified. Throws a Refusal like `fetchKey`. */
  store(): Promise<Signer>;
}

const fetches = new Map<string, Promise<FetchedActor>>();

/**
 * Fetches a key and stores nothing. Concurrent requests for one actor share the fetch, and its result for 5 minutes.
 * Returns null when the actor does not list the key, or could not be fetched in the last 5 minutes. Throws
 * ResolveError, and a Refusal with 429 or 503 when the requester or all together cause too many fetches.
 */
async function fetchKey(keyIri: string, actorIri: string | null, requester: string): Promise<FetchedKey | null> {
  const document = actorIri ?? keyIri.replace(/#.*$/, '');
  const pending = fetches.get(document);
  const recent = pending ? undefined : fetchedActors.get(document);
  const actor = recent ? recent.actor : await (pending ?? startFetch(document, requester));
  const listed = actor && findListed(actor.profile, keyIri);
  const key = listed ? readPublicKey(listed.publicKey) : null;
  if (!actor || !key) {
    const owner = actor?.otherOwners.get(keyIri);
    if (owner) throw invalidSignature(`the key says that its owner is ${owner}, which is not the actor`);
    return null;
  }

  const store = async () => {
    const accountId = await storeOnce(actor, requester);
    return { keyIri, key, actorIri: actor.profile.iri, accountId };
  };
  return { key, store };
}

/** By its id, or as the single key of the actor in whose document it is: `https://peer.example/users/pat#key`. */
function findListed({ iri, keys }: ActorProfile, keyIri: string) {
  const names = keyNames(keyIri);
  const listed = keys.find((key) => key.iri === keyIri) ?? keys.find((key) => names.includes(key.iri));
  const [only, ...others] = keys.filter(({ kind }) => kind === 'rsa');
  return listed ?? (names.includes(iri) && others.length === 0 ? only : undefined);
}

function startFetch(document: string, requester: string): Promise<FetchedActor> {
  const fetching = fetchWithinLimits(document, requester, async () => {
    fetchedActors.set(document, { actor: null });
    const actor = await fetchActor(document, requester).catch((error: ResolveError) => {
      // It was fetched, but could not be processed here for now.
      if (!(error.cause instanceof Refusal) || error.cause.retryAfterSeconds === null) throw error;
      fetchedActors.delete(document);
      throw error.cause;
    });
    fetchedActors.set(document, { actor });
    return actor;
  }).finally(() => fetches.delete(document));
  fetches.set(document, fetching);
  return fetching;
}

async function fetchActor(document: string, requester: string): Promise<FetchedActor> {
  const budget = newBudget(maxKeyRequests);
  const { json, url } = await fetchActivityJson(document, budget);
  const actor = isActorAt(json, url) ? json : withKey(await fetchOwner(json, document, budget), json);
  return { profile: readProfile(actor), requester, otherOwners: otherOwnersOf(actor), budget };
}

/** An actor may name its key by the IRI of a document of its own, which names the actor as its owner. */
function withKey(actor: JsonObject, document: JsonObject): JsonObject {
  const listed = listOf(member(actor, 'publicKey'));
  const key = isObject(document.publicKey) ? document.publicKey : document;
  const isNamed = listed.some((entry) => typeof entry === 'string' && iriOf(entry) === iriOf(document.id));
  return isNamed ? { ...actor, publicKey: [...listed.filter(isObject), key] } : actor;
}

function otherOwnersOf(actor: JsonObject): Map<string, string> {
  const keys = objectsOf(member(actor, 'publicKey')).slice(0, maxOtherOwners);
  return new Map(
    keys.flatMap((key) => {
      const [iri, owner] = [iriOf(key), iriOf(member(key, 'owner'))];
      return iri && owner && !isOwner(owner, iriOf(actor.id)) ? [[iri, owner]] : [];
    }),
  );
}

/** Concurrent requests by one actor store it once. */
function storeOnce(actor: FetchedActor, requester: string): Promise<number> {
  actor.accountId ??= store(actor, requester).catch((error: unknown) => {
    actor.accountId = undefined;
    throw error;
  });
  return actor.accountId;
}

/** Reads no outbox: a stranger who sends an activity must not fill our database with posts. */
async function store({ profile, budget, ...fetched }: FetchedActor, requester: string): Promise<number> {
  const confirmed = await fetchWithinLimits(profile.iri, requester, () => withHandle(profile, budget), 0);
  const { id } = await upsertRemoteAccount(confirmed, { readOutbox: false });
  costs.take(fetched.requester, -1);
  return id;
}

/** Whether this is an actor at its own id. GoToSocial, for example, serves a key as a separate document. */
function isActorAt(json: JsonObject, url: string): boolean {
  const id = iriOf(json.id);
  return id !== null && json.inbox !== undefined && isSameIri(id.replace(/#.*$/, ''), url);
}

/** Fetches the actor that a key document names. The key document itself proves nothing. */
async function fetchOwner(json: JsonObject, document: string, budget: FetchBudget): Promise<JsonObject> {
  const inner = isObject(json.publicKey) ? json.publicKey.owner : null;
  const owner = iriOf(json.owner) ?? iriOf(json.controller) ?? iriOf(inner) ?? iriOf(json.id);
  if (!owner || originOf(owner) !== originOf(document))
    throw refused('the key document names no owner on the same origin');
  return fetchJson(owner, budget);
}

// Finds the stored public key of a remote actor, with a cache of 5 minutes

/** A key and the remote account it belongs to. */
export interface Signer {
  keyIri: string;
  key: KeyObject;
  actorIri: string;
  accountId: number;
}

const cache = createCache<string, Signer>({ max: 5_000, ttl: 5 * 60_000 });

export async function findKey(keyIri: string): Promise<Signer | null> {
  const cached = cache.get(keyIri);
  if (cached) return cached;

  const stored = await findRemoteKey(keyIri);
  const key = stored ? readPublicKey(stored.publicPem) : null;
  if (!stored || !key) return null;

  const signer = { keyIri, key, actorIri: stored.actorIri, accountId: stored.accountId };
  cache.set(keyIri, signer);
  return signer;
}

// Verifies which remote account made a signature

/** Thrown when the server of the key's actor has just answered 410. */
export class SignerGone extends Refusal {
  constructor() {
    super(401, 'the account that signed the request is gone');
  }
}

/**
 * Fetches a key that is unknown, or that no longer verifies, and stores its actor once the signature has verified.
 * `requester` is the address that limits count by. Throws a Refusal when the signature is not valid or too many keys
 * are fetched.
 */
export async function verifySigner(
  { keyId, isSignedBy }: Pick<SignatureClaim, 'keyId' | 'isSignedBy'>,
  requester: string,
): Promise<Signer> {
  const stored = await findKey(keyId);
  if (stored && isSignedBy(stored.key)) return stored;

  // The key may have been replaced.
  cache.delete(keyId);
  // Another actor of the server may list the key. The document at its id tells whose it is.
  const owner = stored && isNamedAfter(keyId, stored.actorIri) ? stored.actorIri : null;
  const fetched = await fetchKey(keyId, owner, requester).catch((error: unknown) => {
    if (!(error instanceof ResolveError)) throw error;
    if (error.reason === 'gone') throw new SignerGone();
    throw invalidSignature(`the key could not be fetched: ${error.message}`);
  });
  if (fetched && isSignedBy(fetched.key)) return fetched.store();

  // Another process may have just stored the actor.
  const current = await findKey(keyId);
  if (current && isSignedBy(current.key)) return current;
  if (fetched ?? current) throw invalidSignature('the signature does not verify with this key');
  throw invalidSignature('the key was not found in the document of its actor, or was fetched too often');
}
