/** Keys that other servers' actors showed us: in memory for a while, else from the database. */
import type { KeyObject } from 'node:crypto';
import { selectActorKey } from '../../db/sql/actor-keys.ts';
import { db } from '../../db/statement.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { readPublicKey } from '../signature/key.ts';

/** Whose signature it is, once verified. */
export interface Signer {
  keyIri: string;
  key: KeyObject;
  actorIri: string;
  accountId: number;
}

const cache = expiringMap<string, Signer>({ max: 5_000, ttl: 5 * 60_000 });

export async function findKey(keyIri: string): Promise<Signer | null> {
  const cached = cache.get(keyIri);
  if (cached) return cached;

  const [row] = await selectActorKey(db, keyIri);
  const key = row ? readPublicKey(row.public_key) : null;
  if (!row || !key) return null;

  const signer = { keyIri, key, actorIri: row.actor_iri, accountId: row.account_id };
  cache.set(keyIri, signer);
  return signer;
}

/** When a signature failed, the key is looked at anew. */
export function forgetKey(keyIri: string): void {
  cache.delete(keyIri);
}

export function forgetKeys(): void {
  cache.clear();
}
