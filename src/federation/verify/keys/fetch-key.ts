/** Fetches the actor of a key. The document at the actor's own id must list the key. */
import type { KeyObject } from 'node:crypto';
import { upsertRemoteAccount } from '../../../domain/accounts/remote.ts';
import { originOf } from '../../../lib/iris.ts';
import { isSameIri } from '../../json-ld/document.ts';
import { iriOf, isObject, type JsonObject } from '../../json-ld/json.ts';
import { Refusal } from '../../refusal.ts';
import { type ResolveError, refused } from '../../resolve/error.ts';
import { type FetchBudget, newBudget } from '../../resolve/fetch-budget.ts';
import { fetchActivityJson, fetchJson } from '../../resolve/fetch-json.ts';
import { readProfile, withHandle } from '../../resolve/resolve-actor.ts';
import { readPublicKey } from '../signature/key.ts';
import { fetchWithinLimits } from './fetch-limits.ts';
import { type FetchedActor, fetchedActors } from './fetched-actors.ts';
import type { Signer } from './find-key.ts';

/** Enough for a separate key document, the actor and its WebFinger lookups. */
export const maxKeyRequests = 8;

export interface FetchedKey {
  key: KeyObject;
  /** Stores the actor. Call it only after a signature by the key has verified. Throws a Refusal like `fetchKey`. */
  store(): Promise<Signer>;
}

const fetches = new Map<string, Promise<FetchedActor>>();

/**
 * Fetches a key and stores nothing. Concurrent requests for one actor share the fetch, and its result for 5 minutes.
 * Returns null when the actor does not list the key, or could not be fetched in the last 5 minutes. Throws ResolveError,
 * and a Refusal with 429 or 503 when the requester or all together cause too many fetches.
 */
export async function fetchKey(
  keyIri: string,
  actorIri: string | null,
  requester: string,
): Promise<FetchedKey | null> {
  const document = actorIri ?? keyIri.replace(/#.*$/, '');
  const pending = fetches.get(document);
  const recent = pending ? undefined : fetchedActors.get(document);
  const actor = recent ? recent.actor : await (pending ?? startFetch(document, requester));
  const listed = actor?.profile.keys.find((key) => key.iri === keyIri);
  const key = listed ? readPublicKey(listed.publicKey) : null;
  if (!actor || !key) return null;

  const store = async () => {
    const accountId = await storeOnce(actor, requester);
    return { keyIri, key, actorIri: actor.profile.iri, accountId };
  };
  return { key, store };
}

function startFetch(document: string, requester: string): Promise<FetchedActor> {
  const fetching = fetchWithinLimits(document, requester, async () => {
    fetchedActors.set(document, { actor: null });
    const actor = await fetchActor(document).catch((error: ResolveError) => {
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

async function fetchActor(document: string): Promise<FetchedActor> {
  const budget = newBudget(maxKeyRequests);
  const { json, url } = await fetchActivityJson(document, budget);
  const actor = isActorAt(json, url) ? json : await fetchOwner(json, document, budget);
  return { profile: readProfile(actor), budget };
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
async function store({ profile, budget }: FetchedActor, requester: string): Promise<number> {
  const confirmed = await fetchWithinLimits(profile.iri, requester, () => withHandle(profile, budget));
  return (await upsertRemoteAccount(confirmed, { readOutbox: false })).id;
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
