/** Statements on tokens, roles, rate limits and idempotency keys. */
import { type RowOf, statement } from '../statement.ts';

// The condition under which a member may log in, if only to appeal; needs the aliases `a` (account) and `m` (member)

export const memberWhoMayLogIn = `a.deleted_at IS NULL AND m.state = 'active'`;

/** The condition under which a member may act; needs the same aliases. */
export const activeMember = `a.suspended_at IS NULL AND ${memberWhoMayLogIn}`;

// Reads bearer tokens by their SHA-256

export type TokenRow = RowOf<typeof selectTokens>;

/**
 * Valid tokens only: neither revoked nor expired, and of an active member. Every API request reads this.
 * `is_visit_new`: The last recorded visit is older than a day.
 */
export const selectTokens = statement(
  'select_tokens',
  ['hashes'],
  `SELECT t.hash, t.id, t.account_id, t.scopes, m.filters_version, m.seen_at < now() - interval '1 day' AS is_visit_new
   FROM access_token t
   JOIN account a ON a.id = t.account_id
   JOIN member m ON m.account_id = t.account_id
   WHERE t.hash = ANY($1::bytea[]) AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
     AND ${activeMember}`,
  { notNull: ['scopes', 'is_visit_new'] },
);

// Stores when members last visited, known to the day, so that few requests write

export const recordVisit = statement(
  'record_visit',
  ['accountId'],
  `UPDATE member SET seen_at = now() WHERE account_id = $1 AND seen_at < now() - interval '1 day'`,
);

// Tells whether the instance has been set up

export const selectHasAdministrator = statement(
  'select_has_administrator',
  [],
  `SELECT EXISTS (SELECT 1 FROM member WHERE role IN ('admin', 'owner')) AS has_administrator`,
  { notNull: ['has_administrator'] },
);

export const selectHasMembers = statement(
  'select_has_members',
  [],
  `SELECT EXISTS (SELECT 1 FROM member) AS has_members`,
  { notNull: ['has_members'] },
);

// Row locks that serialize changes of codes, tokens and passwords. The locks last until the transaction ends.

/** Serializes the family of a code: all tokens that descend from it. */
export const lockCode = statement(
  'lock_code',
  ['hash'],
  `SELECT id FROM authorization_code WHERE hash = $1 FOR UPDATE`,
);

/** Locks the code that a refresh token descends from. */
export const lockCodeOfRefreshToken = statement(
  'lock_code_of_refresh_token',
  ['hash'],
  `SELECT id FROM authorization_code WHERE id = (SELECT code_id FROM refresh_token WHERE hash = $1) FOR UPDATE`,
);

/** Locks the codes of one client, or with null of all clients. */
export const lockCodesOfAccount = statement(
  'lock_codes_of_account',
  ['accountId', 'clientId?'],
  `SELECT id FROM authorization_code WHERE account_id = $1 AND client_id = coalesce($2, client_id)
    ORDER BY id FOR UPDATE`,
);

/**
 * Returns no row if the member may not act. Waits for concurrent changes of the password or state, and blocks later
 * ones.
 */
export const lockActiveMember = statement(
  'lock_active_member',
  ['accountId'],
  `SELECT m.account_id FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND ${activeMember} FOR SHARE OF m`,
);

/** Run after `lockActiveMember`, so that it sees what a concurrent change of the password has ended. */
export const selectLiveSession = statement(
  'select_live_session',
  ['accountId', 'sessionId'],
  `SELECT id FROM session WHERE id = $2 AND account_id = $1 AND expires_at > now()`,
);

/** Locks like `lockActiveMember` for a log-in, which a suspended member may do. */
export const lockMemberWhoLogsIn = statement(
  'lock_member_who_logs_in',
  ['accountId'],
  `SELECT a.suspended_at IS NOT NULL AS "isSuspended" FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND ${memberWhoMayLogIn} FOR SHARE OF m`,
  { notNull: ['isSuspended'] },
);

// Counts what must stay bounded across processes and restarts, such as guesses, per key and time window

/** Counts one, exactly also when many count at once. Returns no row, and counts nothing, when the quota is used up. */
export const takeQuota = statement(
  'take_quota',
  ['key', 'quota', 'windowSeconds'],
  `INSERT INTO key_value AS k (key, value, expires_at) VALUES ($1, '1', now() + $3::int * interval '1 second')
   ON CONFLICT (key) DO UPDATE SET
     value = CASE WHEN k.expires_at > now() THEN to_jsonb(k.value::int + 1) ELSE excluded.value END,
     expires_at = CASE WHEN k.expires_at > now() THEN k.expires_at ELSE excluded.expires_at END
   WHERE k.expires_at <= now() OR k.value::int < $2 RETURNING key`,
);

/** Counts one, whatever the quota is. */
export const countInWindow = statement(
  'count_in_window',
  ['key', 'windowSeconds'],
  `INSERT INTO key_value AS k (key, value, expires_at) VALUES ($1, '1', now() + $2::int * interval '1 second')
   ON CONFLICT (key) DO UPDATE SET
     value = CASE WHEN k.expires_at > now() THEN to_jsonb(k.value::int + 1) ELSE excluded.value END,
     expires_at = CASE WHEN k.expires_at > now() THEN k.expires_at ELSE excluded.expires_at END
   RETURNING value::int AS used, expires_at AS ends_at`,
  { notNull: ['used', 'ends_at'] },
);

/** Gives back one that was counted. */
export const returnQuota = statement(
  'return_quota',
  ['key'],
  `UPDATE key_value SET value = to_jsonb(value::int - 1) WHERE key = $1 AND expires_at > now() AND value::int > 0`,
);

// Claims idempotency keys and stores the responses to their first requests

/** Returns no row while the key is in use. Keys expire after 24 h, or after 30 s if nothing was created under them. */
export const claimKey = statement(
  'claim_idempotency_key',
  ['tokenId', 'key', 'requestHash'],
  `INSERT INTO idempotent_reply AS r (token_id, key, request_hash) VALUES ($1, $2, $3)
   ON CONFLICT (token_id, key) DO UPDATE
     SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = now()
     WHERE r.created_at < now() - interval '24 hours'
       OR (r.status IS NULL AND r.body IS NULL AND r.created_at < now() - interval '30 seconds')
   RETURNING key`,
);

export type ReplyRow = RowOf<typeof selectReply>;

/** `body`: The response body, or the id of the created object while `status` is null. */
export const selectReply = statement(
  'select_reply',
  ['tokenId', 'key'],
  `SELECT request_hash, status, body FROM idempotent_reply WHERE token_id = $1 AND key = $2`,
);

/** Runs in the transaction that creates the object, so that it is created once even if no response is sent. */
export const recordCreatedId = statement(
  'record_created_id',
  ['tokenId', 'key', 'id'],
  `UPDATE idempotent_reply SET body = $3 WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NULL
   RETURNING key`,
);

export const storeReply = statement(
  'store_reply',
  ['tokenId', 'key', 'status', 'body'],
  `UPDATE idempotent_reply SET status = $3, body = $4 WHERE token_id = $1 AND key = $2`,
);

/** Frees the key of a request that created nothing, or whose creation was undone. */
export const deleteReply = statement(
  'delete_reply',
  ['tokenId', 'key', 'createdId?'],
  `DELETE FROM idempotent_reply
   WHERE token_id = $1 AND key = $2 AND status IS NULL AND body IS NOT DISTINCT FROM $3::text`,
);
