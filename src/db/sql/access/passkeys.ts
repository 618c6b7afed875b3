/** Stores the public keys of passkeys, and the challenges that were answered. */
import { statement } from '../../statement.ts';

export interface PasskeyRow {
  id: number;
  accountId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** Returns no row if the credential is known or the member has `max` passkeys. */
export const insertPasskey = statement<
  { id: number },
  [accountId: number, credentialId: string, publicKey: Buffer, counter: number, name: string, max: number]
>(
  'insert_passkey',
  `INSERT INTO passkey (account_id, credential_id, public_key, counter, name)
   SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM passkey WHERE account_id = $1) < $6
   ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
);

export const selectPasskey = statement<PasskeyRow, [credentialId: string]>(
  'select_passkey',
  `SELECT id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey", counter
   FROM passkey WHERE credential_id = $1`,
);

export const recordPasskeyUse = statement<never, [id: number, counter: number]>(
  'record_passkey_use',
  `UPDATE passkey SET counter = $2, last_used_at = now() WHERE id = $1`,
);

export const selectPasskeysOf = statement<
  { id: number; credentialId: string; name: string; createdAt: Date; lastUsedAt: Date | null },
  [accountId: number]
>(
  'select_passkeys_of',
  `SELECT id, credential_id AS "credentialId", name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
   FROM passkey WHERE account_id = $1 ORDER BY id`,
);

export const deletePasskey = statement<{ id: number }, [accountId: number, id: number]>(
  'delete_passkey',
  `DELETE FROM passkey WHERE account_id = $1 AND id = $2 RETURNING id`,
);

export const deletePasskeysOf = statement<{ name: string }, [accountId: number]>(
  'delete_passkeys_of',
  `DELETE FROM passkey WHERE account_id = $1 RETURNING name`,
);

/** Returns no row if the challenge was answered before. */
export const useChallenge = statement<{ key: string }, [key: string, ttlSeconds: number]>(
  'use_challenge',
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, 'true', now() + $2::int * interval '1 second')
   ON CONFLICT (key) DO NOTHING RETURNING key`,
);
