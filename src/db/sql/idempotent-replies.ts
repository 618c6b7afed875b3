/** Statements on the answers kept for repeated creating requests. */
import { statement } from '../statement.ts';

/** A row for whoever comes first; one past 24 h, or left by a process that died before it made anything, counts as none. */
export const claimReply = statement<{ key: string }, [tokenId: number, key: string, requestHash: Buffer]>(
  'claim_reply',
  `INSERT INTO idempotent_reply AS r (token_id, key, request_hash) VALUES ($1, $2, $3)
   ON CONFLICT (token_id, key) DO UPDATE
     SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = now()
     WHERE r.created_at < now() - interval '24 hours'
       OR (r.status IS NULL AND r.body IS NULL AND r.created_at < now() - interval '30 seconds')
   RETURNING key`,
);

export interface Reply {
  request_hash: Buffer;
  status: number | null;
  /** The answer; while there is no status, the id of what was made. */
  body: string | null;
}

export const selectReply = statement<Reply, [tokenId: number, key: string]>(
  'select_reply',
  `SELECT request_hash, status, body FROM idempotent_reply WHERE token_id = $1 AND key = $2`,
);

/** Inside the transaction that makes the thing, so that it is made once even if no answer is ever sent. */
export const noteCreated = statement<{ key: string }, [tokenId: number, key: string, id: string]>(
  'note_created',
  `UPDATE idempotent_reply SET body = $3 WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NULL
   RETURNING key`,
);

export const storeReply = statement<never, [tokenId: number, key: string, status: number, body: string]>(
  'store_reply',
  `UPDATE idempotent_reply SET status = $3, body = $4 WHERE token_id = $1 AND key = $2`,
);

/** A request that made nothing, or unmade what it had noted, may be tried again under its key. */
export const releaseReply = statement<never, [tokenId: number, key: string, noted: string | null]>(
  'release_reply',
  `DELETE FROM idempotent_reply
   WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NOT DISTINCT FROM $3::text`,
);
