/** Statements on remote accounts of which only a name (a handle or an IRI) is known, and on the results of look-ups. */
import { statement } from '../../statement.ts';

/** Returns nothing if the account exists, also when another transaction has just inserted it. */
export const insertUnknownAccount = statement<
  { id: number },
  [handle: string | null, username: string, host: string, iri: string | null]
>(
  'insert_unknown_account',
  `INSERT INTO account (handle, username, host, iri) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id`,
);

/** Deletes an account that was never fetched. Blocked and reported accounts stay, because they may exist later. */
export const deleteUnknownAccount = statement<{ name: string }, [id: number]>(
  'delete_unknown_account',
  `DELETE FROM account a WHERE id = $1 AND host <> '' AND state = 'unknown'
     AND NOT EXISTS (SELECT 1 FROM block WHERE blocked_id = a.id)
     AND NOT EXISTS (SELECT 1 FROM report WHERE account_id = a.id)
   RETURNING coalesce(handle, iri) AS name`,
);

/** Moves what refers to an account created from a name alone to the account that the name turned out to be. */
export const moveReferences = statement<never, [from: number, to: number]>(
  'move_references',
  `WITH sources AS (UPDATE source_activity SET target_id = $2 WHERE target_id = $1),
   requests AS (
     UPDATE follow_request r SET target_id = $2 WHERE target_id = $1 AND NOT EXISTS (
       SELECT 1 FROM follow_request o WHERE o.requester_id = r.requester_id AND o.target_id = $2)
   ), blocks AS (
     UPDATE block b SET blocked_id = $2 WHERE blocked_id = $1 AND NOT EXISTS (
       SELECT 1 FROM block o WHERE o.blocker_id = b.blocker_id AND o.blocked_id = $2)
   ), reports AS (UPDATE report SET account_id = $2 WHERE account_id = $1)
   UPDATE mention m SET account_id = $2 WHERE account_id = $1 AND NOT EXISTS (
     SELECT 1 FROM mention o WHERE o.eventable_id = m.eventable_id AND o.account_id = $2)`,
);

/** A null `accountId` records that there is no such account. */
export const storeLookUp = statement<never, [key: string, accountId: number | null]>(
  'store_look_up',
  `INSERT INTO key_value (key, value, expires_at)
   VALUES ($1, jsonb_build_object('accountId', $2::bigint), now() + interval '15 minutes')
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

export const selectLookUp = statement<{ account_id: number | null }, [key: string]>(
  'select_look_up',
  `SELECT (value ->> 'accountId')::bigint AS account_id FROM key_value WHERE key = $1 AND expires_at > now()`,
);
