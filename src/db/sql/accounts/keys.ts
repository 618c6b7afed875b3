/** Reads the public keys of remote actors and the key pairs of local ones. */
import { statement } from '../../statement.ts';

export interface ActorKeyRow {
  iri: string;
  public_key: string;
  account_id: number;
  actor_iri: string;
}

export const selectActorKey = statement<ActorKeyRow, [iri: string]>(
  'select_actor_key',
  `SELECT actor_key.iri, actor_key.public_key, account.id AS account_id, account.iri AS actor_iri
   FROM actor_key JOIN account ON account.id = actor_key.account_id
   WHERE actor_key.iri = $1 AND account.host <> '' AND account.iri IS NOT NULL`,
);

/** Whether a key of this actor is known. */
export const selectHasKey = statement<{ has_key: boolean }, [actorIri: string]>(
  'select_has_key',
  `SELECT EXISTS (
     SELECT 1 FROM account JOIN actor_key ON actor_key.account_id = account.id WHERE account.iri = $1
   ) AS has_key`,
);

/** The encrypted private key that has been stored longest. */
export const selectOldestPrivateKey = statement<{ private_key: Buffer }, []>(
  'select_oldest_private_key',
  `SELECT private_key FROM actor_key WHERE private_key IS NOT NULL ORDER BY account_id LIMIT 1`,
);

export interface LocalKeyRow {
  account_id: number;
  kind: 'rsa' | 'ed25519';
  iri: string;
  public_key: string;
  /** PKCS #8, encrypted. */
  private_key: Buffer;
}

export const selectLocalKeys = statement<LocalKeyRow, [accountIds: number[]]>(
  'select_local_keys',
  `SELECT account_id, kind, iri, public_key, private_key FROM actor_key
   WHERE account_id = ANY($1::bigint[]) AND private_key IS NOT NULL`,
);
