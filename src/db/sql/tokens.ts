/** Statements on bearer tokens, kept as SHA-256. */
import { statement } from '../statement.ts';

export interface TokenRow {
  hash: Buffer;
  id: number;
  account_id: number;
  scopes: string[];
}

/** Those tokens that are good right now: not revoked, not expired, the owner neither suspended, deleted nor waiting for approval. */
export const selectTokens = statement<TokenRow, [hashes: Buffer[]]>(
  'select_tokens',
  `SELECT t.hash, t.id, t.account_id, t.scopes
   FROM access_token t
   JOIN account a ON a.id = t.account_id
   JOIN member m ON m.account_id = t.account_id
   WHERE t.hash = ANY($1::bytea[]) AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
     AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND m.state = 'active'`,
);

export const insertToken = statement<
  { id: number },
  [hash: Buffer, accountId: number, scopes: string[], name: string, expiresAt: Date | null]
>(
  'insert_token',
  `INSERT INTO access_token (hash, account_id, scopes, name, expires_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
);

export const revokeTokenByHash = statement<never, [hash: Buffer]>(
  'revoke_token_by_hash',
  `UPDATE access_token SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL`,
);
