/** Finds the stored public key of a remote actor, with a cache of 5 minutes. */
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { findRemoteKey } from '../../../domain/accounts/keys.ts';
import { readPublicKey } from '../signature/key.ts';

/** A key and the remote account it belongs to. */
export interface Signer {
  keyIri: string;
  key: KeyObject;
  actorIri: string;
  accountId: number;
}

const cache = new LRUCache<string, Signer>({ max: 5_000, ttl: 5 * 60_000 });

export async function findKey(keyIri: string): Promise<Signer | null> {
  const cached = cache.get(keyIri);
  if (cached) return cached;

  const stored = await findRemoteKey(keyIri);
  const key = stored ? readPublicKey(stored.publicPem) : null;
  if (!stored || !key) return null;

  const signer = { keyIri, key, actorIri: stored.actorIri, accountId: stored.accountId };
  cache.set(keyIri, signer);
  return signer;
}

/** Called when a signature does not verify: the key may have been replaced. */
export function evictKey(keyIri: string): void {
  cache.delete(keyIri);
}

export function clearKeyCache(): void {
  cache.clear();
}
