/** Reads bearer tokens by their SHA-256. */
import { statement } from '../../statement.ts';
import { activeMember } from './active-member.ts';

export interface TokenRow {
  hash: Buffer;
  id: number;
  account_id: number;
  scopes: string[];
  filters_version: number | null;
  /** The last recorded visit is older than a day. */
  is_visit_new: boolean;
}

/** Valid tokens only: neither revoked nor expired, and of an active member. Every API request reads this. */
export const selectTokens = statement<TokenRow, [hashes: Buffer[]]>(
  'select_tokens',
  `SELECT t.hash, t.id, t.account_id, t.scopes, m.filters_version, m.seen_at < now() - interval '1 day' AS is_visit_new
   FROM access_token t
   JOIN account a ON a.id = t.account_id
   JOIN member m ON m.account_id = t.account_id
   WHERE t.hash = ANY($1::bytea[]) AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
     AND ${activeMember}`,
);
