/** Finds actors on other servers, by IRI or by handle. */
import type { ActorProfile } from '../domain/accounts/adopt.ts';
import type { JsonObject } from './json.ts';
import { readActor } from './objects/actor.ts';
import { type Budget, deeper } from './resolve/budget.ts';
import { failureOf, refused } from './resolve/error.ts';
import { fetchJson } from './resolve/fetch-json.ts';
import { confirmHandle, finger } from './resolve/webfinger.ts';

/** Fetched at its own id. Throws ResolveError. */
export async function loadActor(iri: string, budget: Budget): Promise<ActorProfile> {
  return profileOf(await fetchJson(iri, budget), budget);
}

/** Of a document fetched at its own id; its handle is null unless WebFinger agrees both ways. Throws ResolveError. */
export async function profileOf(json: JsonObject, budget: Budget): Promise<ActorProfile> {
  const reading = readActor(json);
  if (!reading.ok) throw refused(reading.reason);

  const handle = await confirmHandle(reading.value, deeper(budget)).catch((error: unknown) => {
    // Who cannot be looked up by handle can still be followed by IRI.
    if (failureOf(error) === null) throw error;
    return null;
  });
  return { ...reading.value, handle };
}

/** `handle` as `name@host`. Throws ResolveError, `refused` when handle and actor do not agree. */
export async function resolveHandle(handle: string, budget: Budget): Promise<ActorProfile> {
  const asked = handle.replace(/^@/, '').toLowerCase();
  const { actorIri, handle: ownHandle } = await finger(asked, budget);
  const profile = await loadActor(actorIri, deeper(budget));
  if (profile.handle !== ownHandle) throw refused('handle and actor do not agree');
  return profile;
}
