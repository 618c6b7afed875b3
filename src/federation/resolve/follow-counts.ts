/** Reads how many followers a remote actor has and how many accounts it follows. */
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import { originOf } from '../../lib/iris.ts';
import { readCollection } from '../objects/collection.ts';
import { failureOf } from './error.ts';
import type { FetchBudget } from './fetch-budget.ts';
import { fetchActivityJson } from './fetch-json.ts';

/** Fetches the counts that the actor document does not contain. They stay null when that fails. */
export async function withFollowCounts(profile: ActorProfile, budget: FetchBudget): Promise<ActorProfile> {
  const followersCount = profile.followersCount ?? (await totalOf(profile.followersIri, profile, budget));
  const followingCount = profile.followingCount ?? (await totalOf(profile.followingIri, profile, budget));
  return { ...profile, followersCount, followingCount };
}

async function totalOf(
  collection: string | null,
  { iri }: ActorProfile,
  budget: FetchBudget,
): Promise<number | null> {
  if (collection === null || originOf(collection) !== originOf(iri)) return null;
  try {
    const reading = readCollection((await fetchActivityJson(collection, budget)).json);
    return reading.ok ? reading.value.totalItems : null;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}
