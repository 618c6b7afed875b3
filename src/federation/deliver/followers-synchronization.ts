/** Builds the `Collection-Synchronization` header for activities addressed to followers (FEP-8fcf). */

import { LRUCache } from 'lru-cache';
import { followerDigests } from '../../domain/interactions/follow.ts';
import { iris } from '../../lib/iris.ts';

/** Digests of an author's followers, computed once for all hosts. */
const cache = new LRUCache<number, ReturnType<typeof followerDigests>>({ max: 500, ttl: 60_000 });

/** Returns the header, or nothing for an activity that is not addressed to followers. */
export async function followersSynchronizationHeader(
  accountId: number,
  host: string,
  addressees: string[],
): Promise<Record<string, string>> {
  const collectionId = iris.followers(accountId);
  if (!addressees.includes(collectionId)) return {};

  let digests = cache.get(accountId);
  if (!digests) {
    digests = followerDigests(accountId);
    cache.set(accountId, digests);
    digests.catch(() => cache.delete(accountId));
  }
  const digest = (await digests)(host);
  const url = iris.followersSynchronization(accountId);
  return { 'collection-synchronization': `collectionId="${collectionId}", url="${url}", digest="${digest}"` };
}

export function clearDigestCache(): void {
  cache.clear();
}
