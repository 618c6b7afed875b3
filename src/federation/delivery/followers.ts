/** Tells a server, with what its followers get, which followers we think it has (FEP-8fcf). */
import { followerDigests } from '../../domain/follower-digests.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { iris } from '../../lib/iris.ts';

/** An author's followers are counted up once for all the servers that get what they wrote. */
const kept = expiringMap<number, ReturnType<typeof followerDigests>>({ max: 500, ttl: 60_000 });

/** The header to add; none for what is not addressed to followers. */
export async function followersHeader(
  accountId: number,
  host: string,
  addressees: string[],
): Promise<Record<string, string>> {
  const collectionId = iris.followers(accountId);
  if (!addressees.includes(collectionId)) return {};

  let digests = kept.get(accountId);
  if (!digests) {
    digests = followerDigests(accountId);
    kept.set(accountId, digests);
    digests.catch(() => kept.delete(accountId));
  }
  const digest = (await digests)(host);
  const url = iris.followersOn(accountId);
  return { 'collection-synchronization': `collectionId="${collectionId}", url="${url}", digest="${digest}"` };
}

export function forgetDigests(): void {
  kept.clear();
}
