/** Claims idempotency keys and stores the responses to their first requests. */
import { statement } from '../../statement.ts';

/** Returns no row while the key is in use. Keys expire after 24 h, or after 30 s if nothing was created under them. */
export const claimKey = statement<{ key: string }, [tokenId: number, key: string, requestHash: Buffer]>(
  'claim_idempotency_key',
  `INSERT INTO idempotent_reply AS r (token_id, key, request_hash) VALUES ($1, $2, $3)
   ON CONFLICT (token_id, key) DO UPDATE
     SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = now()
     WHERE r.created_at < now() - interval '24 hours'
       OR (r.status IS NULL AND r.body IS NULL AND r.created_at < now() - interval '30 seconds')
   RETURNING key`,
);

export interface ReplyRow {
  request_hash: Buffer;
  status: number | null;
  /** The response body, or the id of the created object while `status` is null. */
  body: string | null;
}

export const selectReply = statement<ReplyRow, [tokenId: number, key: string]>(
  'select_reply',
  `SELECT request_hash, status, body FROM idempotent_reply WHERE token_id = $1 AND key = $2`,
);

/** Runs in the transaction that creates the object, so that it is created once even if no response is sent. */
export const recordCreatedId = statement<{ key: string }, [tokenId: number, key: string, id: string]>(
  'record_created_id',
  `UPDATE idempotent_reply SET body = $3 WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NULL
   RETURNING key`,
);

export const storeReply = statement<never, [tokenId: number, key: string, status: number, body: string]>(
  'store_reply',
  `UPDATE idempotent_reply SET status = $3, body = $4 WHERE token_id = $1 AND key = $2`,
);

/** Frees the key of a request that created nothing, or whose creation was undone. */
export const deleteReply = statement<never, [tokenId: number, key: string, createdId: string | null]>(
  'delete_reply',
  `DELETE FROM idempotent_reply
   WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NOT DISTINCT FROM $3::text`,
);
