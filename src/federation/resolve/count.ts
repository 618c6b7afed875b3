/** How many follow an actor of another server, and how many it follows, as its collections say. */
import type { ActorProfile } from '../../domain/accounts/adopt.ts';
import { originOf } from '../../lib/iris.ts';
import { readCollection } from '../collections.ts';
import type { Budget } from './budget.ts';
import { failureOf } from './error.ts';
import { fetchOnce } from './fetch-json.ts';

/** What the actor itself told stands; what cannot be had stays null. */
export async function withCounts(profile: ActorProfile, budget: Budget): Promise<ActorProfile> {
  const followersCount = profile.followersCount ?? (await totalOf(profile.followersIri, profile, budget));
  const followingCount = profile.followingCount ?? (await totalOf(profile.followingIri, profile, budget));
  return { ...profile, followersCount, followingCount };
}

async function totalOf(
  collection: string | null,
  { iri }: ActorProfile,
  budget: Budget,
): Promise<number | null> {
  if (collection === null || originOf(collection) !== originOf(iri)) return null;
  try {
    const reading = readCollection((await fetchOnce(collection, budget)).json);
    return reading.ok ? reading.value.totalItems : null;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}
