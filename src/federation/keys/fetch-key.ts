/** Finds out whose key it is: a key speaks for an actor only if the document at the actor's own id lists it. */
import { adoptAccount } from '../../domain/accounts/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { isSameIri } from '../document.ts';
import { iriOf, isObject, type JsonObject } from '../json.ts';
import { newBudget } from '../resolve/budget.ts';
import { refused } from '../resolve/error.ts';
import { fetchOnce } from '../resolve/fetch-json.ts';
import { loadActor, profileOf } from '../resolve.ts';
import { readPublicKey } from '../signature/key.ts';
import { attempt, mayAttempt } from './attempts.ts';
import type { Signer } from './known.ts';

/** For the actor, where its key is a document of its own, and its handle. */
export const maxKeyRequests = 8;

const underWay = new Map<string, Promise<Signer | null>>();

/**
 * Fetches the actor whom a key belongs to, at most once in 5 minutes, and keeps it; requests that need the same key
 * share one fetch. Null when it may not be fetched now or the actor does not list it. Throws ResolveError.
 */
export function fetchKey(keyIri: string, actorIri: string | null): Promise<Signer | null> {
  const document = actorIri ?? keyIri.replace(/#.*$/, '');
  const shared = underWay.get(keyIri);
  if (shared) return shared;
  if (!mayAttempt(document)) return Promise.resolve(null);

  const fetching = attempt(document, () => fetchListed(keyIri, document)).finally(() =>
    underWay.delete(keyIri),
  );
  underWay.set(keyIri, fetching);
  return fetching;
}

async function fetchListed(keyIri: string, document: string): Promise<Signer | null> {
  const budget = newBudget(maxKeyRequests);
  const { json, url } = await fetchOnce(document, budget);
  const profile = isAt(json, url)
    ? await profileOf(json, budget)
    : await loadActor(ownerOf(json, keyIri), budget);

  const listed = profile.keys.find((key) => key.iri === keyIri);
  const key = listed ? readPublicKey(listed.publicKey) : null;
  if (!listed || !key) return null;

  const account = await adoptAccount(profile);
  return { keyIri, key, actorIri: profile.iri, accountId: account.id };
}

/** An actor at its own address; everything else, GoToSocial's key documents for one, only leads to it. */
function isAt(json: JsonObject, url: string): boolean {
  const id = iriOf(json.id);
  return id !== null && json.inbox !== undefined && isSameIri(id.replace(/#.*$/, ''), url);
}

/** Where to look, no more: nothing is believed of what this document says. */
function ownerOf(json: JsonObject, keyIri: string): string {
  const inner = isObject(json.publicKey) ? json.publicKey.owner : null;
  const owner = iriOf(json.owner) ?? iriOf(json.controller) ?? iriOf(inner) ?? iriOf(json.id);
  if (!owner || originOf(owner) !== originOf(keyIri))
    throw refused('the key leads to no actor of its server');
  return owner;
}
