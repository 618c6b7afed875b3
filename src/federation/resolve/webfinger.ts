/** Looks up handles by WebFinger (RFC 7033). */
import { parseDocument } from '../json-ld/document.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { canonicalHandle } from '../objects/username.ts';
import { Refusal } from '../refusal.ts';
import { refused } from './error.ts';
import type { FetchBudget } from './fetch-budget.ts';
import { fetchFrom } from './fetch-json.ts';
import { readWebfinger } from './webfinger-response.ts';

export interface WebfingerAccount {
  /** In canonical form. */
  handle: string;
  actorIri: string;
}

/** `handle` is `name@host`. Throws ResolveError; `refused` when the response has no actor. */
export async function lookUpHandle(handle: string, budget: FetchBudget): Promise<WebfingerAccount> {
  const requested = canonicalHandle(handle);
  if (requested === null) throw refused('the handle is not of the form name@host');
  const host = requested.slice(requested.indexOf('@') + 1);
  const url = `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${requested}`)}`;
  const { body } = await fetchFrom(url, { accept: 'application/jrd+json, application/json' }, budget);
  const json = read(body);

  const reading = readWebfinger(json);
  if (!reading.ok) throw refused(`${host} ${reading.reason}`);
  const { self: actorIri, address } = reading.value;
  return { handle: canonicalHandle(address ?? '') ?? requested, actorIri };
}

function read(body: Uint8Array): JsonObject {
  try {
    return parseDocument(body).json;
  } catch (error) {
    if (error instanceof Refusal) throw refused(error.message);
    throw error;
  }
}

/**
 * Returns the handle that WebFinger and the actor agree on, or null. WebFinger may answer with a handle on another host;
 * that host must then name the same actor.
 */
export async function confirmHandle(
  { iri, username }: { iri: string; username: string },
  budget: FetchBudget,
): Promise<string | null> {
  const ownHandle = canonicalHandle(`${username}@${new URL(iri).host}`);
  if (ownHandle === null) return null;
  const first = await lookUpHandle(ownHandle, budget);
  if (first.actorIri !== iri) return null;
  if (first.handle === ownHandle) return ownHandle;

  const second = await lookUpHandle(first.handle, budget);
  return second.actorIri === iri && second.handle === first.handle ? first.handle : null;
}
