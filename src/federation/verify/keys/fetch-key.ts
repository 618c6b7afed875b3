/** Fetches the actor of a key. The document at the actor's own id must list the key. */
import { upsertRemoteAccount } from '../../../domain/accounts/upsert-remote.ts';
import { originOf } from '../../../lib/iris.ts';
import { isSameIri } from '../../json-ld/document.ts';
import { iriOf, isObject, type JsonObject } from '../../json-ld/json.ts';
import { refused } from '../../resolve/error.ts';
import { newBudget } from '../../resolve/fetch-budget.ts';
import { fetchActivityJson } from '../../resolve/fetch-json.ts';
import { loadActor, profileOf } from '../../resolve/resolve-actor.ts';
import { readPublicKey } from '../signature/key.ts';
import { countKeyFetch, mayFetchKey } from './fetch-limits.ts';
import type { Signer } from './find-key.ts';

/** Enough for a separate key document, the actor and its WebFinger lookups. */
export const maxKeyRequests = 8;

const fetches = new Map<string, Promise<Signer | null>>();

/**
 * Fetches and stores the actor of a key, at most once in 5 minutes. Concurrent requests for one actor share the fetch.
 * Returns null when the limit is reached or the actor does not list the key. Throws ResolveError.
 */
export function fetchKey(keyIri: string, actorIri: string | null): Promise<Signer | null> {
  const document = actorIri ?? keyIri.replace(/#.*$/, '');
  const shared = fetches.get(document);
  if (shared) return shared.then((signer) => (signer?.keyIri === keyIri ? signer : null));
  if (!mayFetchKey(document)) return Promise.resolve(null);

  const fetching = countKeyFetch(document, () => fetchListed(keyIri, document)).finally(() =>
    fetches.delete(document),
  );
  fetches.set(document, fetching);
  return fetching;
}

async function fetchListed(keyIri: string, document: string): Promise<Signer | null> {
  const budget = newBudget(maxKeyRequests);
  const { json, url } = await fetchActivityJson(document, budget);
  const profile = isActorAt(json, url)
    ? await profileOf(json, budget)
    : await loadActor(ownerOf(json, keyIri), budget);

  const listed = profile.keys.find((key) => key.iri === keyIri);
  const key = listed ? readPublicKey(listed.publicKey) : null;
  if (!listed || !key) return null;

  const account = await upsertRemoteAccount(profile);
  return { keyIri, key, actorIri: profile.iri, accountId: account.id };
}

/** Whether this is an actor at its own id. GoToSocial, for example, serves a key as a separate document. */
function isActorAt(json: JsonObject, url: string): boolean {
  const id = iriOf(json.id);
  return id !== null && json.inbox !== undefined && isSameIri(id.replace(/#.*$/, ''), url);
}

/** Returns the actor to fetch. The key document itself proves nothing. */
function ownerOf(json: JsonObject, keyIri: string): string {
  const inner = isObject(json.publicKey) ? json.publicKey.owner : null;
  const owner = iriOf(json.owner) ?? iriOf(json.controller) ?? iriOf(inner) ?? iriOf(json.id);
  if (!owner || originOf(owner) !== originOf(keyIri))
    throw refused('the key document names no owner on the same origin');
  return owner;
}
