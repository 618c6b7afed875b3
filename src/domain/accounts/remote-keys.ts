/** Finds the public keys of remote accounts. */
import { selectActorKey, selectHasKey } from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';

export interface RemoteKey {
  publicPem: string;
  accountId: number;
  actorIri: string;
}

export async function findRemoteKey(keyIri: string): Promise<RemoteKey | null> {
  const [row] = await selectActorKey(db, keyIri);
  return row ? { publicPem: row.public_key, accountId: row.account_id, actorIri: row.actor_iri } : null;
}

/** Whether any key of the actor is stored, which means that its document was fetched before. */
export async function hasRemoteKey(actorIri: string): Promise<boolean> {
  const [row] = await selectHasKey(db, actorIri);
  return row?.has_key ?? false;
}
