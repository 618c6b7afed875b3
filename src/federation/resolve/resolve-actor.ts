/** Resolves remote actors by IRI or by handle. */
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { readActor } from '../objects/actor.ts';
import { failureOf, refused } from './error.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchJson } from './fetch-json.ts';
import { confirmHandle, lookUpHandle } from './webfinger.ts';

/** Fetches the actor at its own id. Throws ResolveError. */
export async function loadActor(iri: string, budget: FetchBudget): Promise<ActorProfile> {
  return profileOf(await fetchJson(iri, budget), budget);
}

/** Reads an actor that was fetched at its own id. The handle is null unless WebFinger confirms it. Throws ResolveError. */
export async function profileOf(json: JsonObject, budget: FetchBudget): Promise<ActorProfile> {
  return withHandle(readProfile(json), budget);
}

/** Reads an actor without its handle. Throws ResolveError `refused`. */
export function readProfile(json: JsonObject): ActorProfile {
  const reading = readActor(json);
  if (!reading.ok) throw refused(reading.reason);
  return reading.value;
}

/** Adds the handle if WebFinger confirms it. */
export async function withHandle(profile: ActorProfile, budget: FetchBudget): Promise<ActorProfile> {
  const handle = await confirmHandle(profile, deeper(budget)).catch((error: unknown) => {
    // An account without WebFinger can still be followed by IRI.
    if (failureOf(error) === null) throw error;
    return null;
  });
  return { ...profile, handle };
}

/** `handle` is `name@host`. Throws ResolveError; `refused` when the actor does not confirm the handle. */
export async function resolveHandle(handle: string, budget: FetchBudget): Promise<ActorProfile> {
  const normalized = handle.replace(/^@/, '').toLowerCase();
  const { actorIri, handle: ownHandle } = await lookUpHandle(normalized, budget);
  const profile = await loadActor(actorIri, deeper(budget));
  if (profile.handle !== ownHandle) throw refused('the actor does not confirm this handle');
  return profile;
}
