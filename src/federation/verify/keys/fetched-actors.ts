/** Remembers actors that were fetched for a key. They stay in memory until a signature has verified. */
import { LRUCache } from 'lru-cache';
import type { ActorProfile } from '../../../domain/accounts/remote.ts';
import type { FetchBudget } from '../../resolve/fetch-budget.ts';
import type { Signer } from './find-key.ts';

export interface FetchedActor {
  /** Without a handle, which WebFinger confirms when the actor is stored. */
  profile: ActorProfile;
  budget: FetchBudget;
  /** Pending or done once a signature has verified. */
  accountId?: Promise<Signer['accountId']>;
}

/** Each IRI is fetched once in 5 minutes. The value is null if that failed. */
export const fetchedActors = new LRUCache<string, { actor: FetchedActor | null }>({
  max: 20_000,
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ actor }) => (actor ? JSON.stringify(actor.profile).length : 1),
  ttl: 5 * 60_000,
});
