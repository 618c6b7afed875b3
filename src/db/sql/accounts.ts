/** Statements on accounts, their keys and their look-ups. */
import { type RowOf, statement } from '../statement.ts';
import { accountColumns } from './visibility.ts';

// Reads accounts in batches, and locks and counts them

const select = `SELECT ${accountColumns('a')} FROM account a`;
const notNull = ['alsoKnownAs'];

export type AccountRow = RowOf<typeof selectAccount>;

export const selectAccount = statement('select_account', ['id'], `${select} WHERE a.id = $1`, { notNull });

/** With the id of an item that the account is about to create. */
export const selectAuthorOfNew = statement(
  'select_author_of_new',
  ['id'],
  `SELECT ${accountColumns('a')}, nextval(pg_get_serial_sequence('eventable', 'id'))::bigint AS item_id
   FROM account a WHERE a.id = $1`,
  { notNull: [...notNull, 'item_id'] },
);

export const selectAccounts = statement('select_accounts', ['ids'], `${select} WHERE a.id = ANY($1::bigint[])`, {
  notNull,
});

export const selectAccountByHandle = statement(
  'select_account_by_handle',
  ['handle'],
  `${select} WHERE a.handle = $1`,
  { notNull },
);

export const selectAccountByIri = statement('select_account_by_iri', ['iri'], `${select} WHERE a.iri = $1`, {
  notNull,
});

export const selectAccountsByIri = statement(
  'select_accounts_by_iri',
  ['iris'],
  `${select} WHERE a.iri = ANY($1::text[])`,
  { notNull: [...notNull, 'iri'] },
);

/** Serializes changes of an account; `NO KEY` does not block inserts that reference it. */
/** The languages of the texts of such local accounts are detected. */
export const selectHasAccountWithoutLanguage = statement(
  'select_has_account_without_language',
  [],
  `SELECT EXISTS (
     SELECT 1 FROM account WHERE host = '' AND locale = 'und' AND actor_type <> 'Application' AND deleted_at IS NULL
   ) AS found`,
  { notNull: ['found'] },
);

export const lockAccount = statement('lock_account', ['id'], `SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE`);

export const nextAccountId = statement(
  'next_account_id',
  [],
  `SELECT nextval(pg_get_serial_sequence('account', 'id'))::bigint AS id`,
  { notNull: ['id'] },
);

// Reads the public keys of remote actors and the key pairs of local ones

const remoteKeys = `
  SELECT actor_key.public_key AS "publicPem", account.id AS "accountId", account.iri AS "actorIri"
  FROM actor_key JOIN account ON account.id = actor_key.account_id
  WHERE account.host <> '' AND account.iri IS NOT NULL`;

export const selectActorKey = statement('select_actor_key', ['iri'], `${remoteKeys} AND actor_key.iri = $1`, {
  notNull: ['actorIri'],
});

/** By one of these ids, or by the id of an actor that has no other RSA key. */
export const selectKeyByOtherName = statement(
  'select_key_by_other_name',
  ['names'],
  `${remoteKeys} AND actor_key.iri = ANY($1::text[])
   UNION ALL
   ${remoteKeys} AND account.iri = ANY($1::text[]) AND actor_key.kind = 'rsa' AND NOT EXISTS (
     SELECT 1 FROM actor_key other
     WHERE other.account_id = account.id AND other.kind = 'rsa' AND other.id <> actor_key.id)
   LIMIT 1`,
  { notNull: ['publicPem', 'accountId', 'actorIri'] },
);

/** Whether a key of this actor is known. */
export const selectHasKey = statement(
  'select_has_key',
  ['actorIri'],
  `SELECT EXISTS (
     SELECT 1 FROM account JOIN actor_key ON actor_key.account_id = account.id WHERE account.iri = $1
   ) AS has_key`,
  { notNull: ['has_key'] },
);

/** The encrypted private key that has been stored longest. */
export const selectOldestPrivateKey = statement(
  'select_oldest_private_key',
  [],
  `SELECT private_key FROM actor_key WHERE private_key IS NOT NULL ORDER BY account_id LIMIT 1`,
  { notNull: ['private_key'] },
);

export type LocalKeyRow = RowOf<typeof selectLocalKeys>;

/** `private_key`: PKCS #8, encrypted. */
export const selectLocalKeys = statement(
  'select_local_keys',
  ['accountIds'],
  `SELECT account_id, kind, iri, public_key, private_key FROM actor_key
   WHERE account_id = ANY($1::bigint[]) AND private_key IS NOT NULL`,
  { notNull: ['private_key'] },
);

// Statements on remote accounts of which only a name (a handle or an IRI) is known, and on the results of look-ups

/** Returns nothing if the account exists, also when another transaction has just inserted it. */
export const insertUnknownAccount = statement(
  'insert_unknown_account',
  ['handle?', 'username', 'host', 'iri?'],
  `INSERT INTO account (handle, username, host, iri) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id`,
);

/** Deletes an account that was never fetched. Blocked and reported accounts stay, because they may exist later. */
export const deleteUnknownAccount = statement(
  'delete_unknown_account',
  ['id'],
  `DELETE FROM account a WHERE id = $1 AND host <> '' AND state = 'unknown'
     AND NOT EXISTS (SELECT 1 FROM block WHERE blocked_id = a.id)
     AND NOT EXISTS (SELECT 1 FROM report WHERE account_id = a.id)
   RETURNING coalesce(handle, iri) AS name`,
  { notNull: ['name'] },
);

/** Moves what refers to an account created from a name alone to the account that the name turned out to be. */
export const moveReferences = statement(
  'move_references',
  ['from', 'to'],
  `WITH successors AS (UPDATE account_successor SET account_id = $2 WHERE account_id = $1),
   successor AS (INSERT INTO account_successor (former_id, account_id) VALUES ($1, $2)),
   sources AS (UPDATE source_activity SET target_id = $2 WHERE target_id = $1),
   requests AS (
     UPDATE follow_request r SET target_id = $2 WHERE target_id = $1 AND NOT EXISTS (
       SELECT 1 FROM follow_request o WHERE o.requester_id = r.requester_id AND o.target_id = $2)
   ), blocks AS (
     UPDATE block b SET blocked_id = $2 WHERE blocked_id = $1 AND NOT EXISTS (
       SELECT 1 FROM block o WHERE o.blocker_id = b.blocker_id AND o.blocked_id = $2)
   ), mutes AS (
     UPDATE mute m SET muted_id = $2 WHERE muted_id = $1 AND NOT EXISTS (
       SELECT 1 FROM mute o WHERE o.muter_id = m.muter_id AND o.muted_id = $2)
   ), reports AS (UPDATE report SET account_id = $2 WHERE account_id = $1)
   UPDATE mention m SET account_id = $2 WHERE account_id = $1 AND NOT EXISTS (
     SELECT 1 FROM mention o WHERE o.eventable_id = m.eventable_id AND o.account_id = $2)`,
);

export const selectSuccessors = statement(
  'select_successors',
  ['formerIds'],
  `SELECT former_id, account_id FROM account_successor WHERE former_id = ANY($1::bigint[])`,
);

/** `found` is a JSON object with an `accountId`, which is null if there is no such account, or with an `iri`. */
export const storeLookUp = statement(
  'store_look_up',
  ['key', 'found'],
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, $2::jsonb, now() + interval '15 minutes')
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

export const selectLookUp = statement(
  'select_look_up',
  ['key'],
  `SELECT (value ->> 'accountId')::bigint AS account_id, value ->> 'iri' AS iri FROM key_value
   WHERE key = $1 AND expires_at > now()`,
);

// Finds remote accounts to refetch, and deletes those without a relation

/** Accounts with a follow in either direction and no fetch pending. Gives up after 26 failures, about three weeks. */
export const listStaleAccounts = statement(
  'list_stale_accounts',
  ['limit'],
  `SELECT a.id FROM account a
   WHERE a.host <> '' AND a.iri IS NOT NULL AND a.deleted_at IS NULL AND NOT a.domain_blocked
     AND (a.fetched_at IS NULL OR a.fetched_at < now() - interval '24 hours')
     AND (a.next_fetch_at IS NULL OR a.next_fetch_at < now()) AND a.fetch_failures < 26
     AND (EXISTS (SELECT 1 FROM follow WHERE followee_id = a.id) OR EXISTS (SELECT 1 FROM follow
       WHERE follower_id = a.id))
     AND a.id NOT IN (SELECT (payload ->> 'accountId')::bigint FROM outbox WHERE job = 'load-account')
   ORDER BY a.fetched_at NULLS FIRST LIMIT $1`,
);

/** Stores the larger of the remote server's count and the local one; null keeps the previous count. */
export const updateRemoteCounts = statement(
  'update_remote_counts',
  ['id', 'followers?', 'following?'],
  `UPDATE account SET
     followers_count = greatest(coalesce($2::int, followers_count), (SELECT count(*) FROM follow
       WHERE followee_id = $1)),
     following_count = greatest(coalesce($3::int, following_count), (SELECT count(*) FROM follow
       WHERE follower_id = $1))
   WHERE id = $1`,
);

const relations = [
  ['follow', 'follower_id'],
  ['follow', 'followee_id'],
  ['follow_request', 'requester_id'],
  ['follow_request', 'target_id'],
  ['block', 'blocker_id'],
  ['block', 'blocked_id'],
  ['mute', 'muted_id'],
  ['"like"', 'account_id'],
  ['boost', 'account_id'],
  ['mention', 'account_id'],
  ['notification', 'actor_id'],
  ['report', 'reporter_id'],
  ['report', 'account_id'],
  ['account', 'moved_to_id'],
  ['collection', 'account_id'],
  ['collection_follow', 'account_id'],
];
/** Columns by which something of another account, or a list of a member, refers to an item. */
const itemRelations = [
  ['"like"', 'eventable_id'],
  ['boost', 'eventable_id'],
  ['mention', 'eventable_id'],
  ['collection_item', 'eventable_id'],
  ['home_entry', 'eventable_id'],
  ['notification', 'eventable_id'],
  ['muted_thread', 'eventable_id'],
  ['quote', 'quoted_id'],
];
/** Columns by which an item refers to another one. Between items of one author they are no relation. */
const links = ['in_reply_to_id', 'recipe_id', 'forked_from_id'];

const hasRow = ([table, column]: string[], id: string) => `EXISTS (SELECT 1 FROM ${table} r WHERE r.${column} = ${id})`;
const isLinked = (column: string) => `EXISTS (
  SELECT 1 FROM eventable r WHERE (r.${column} = e.id OR r.id = e.${column}) AND r.account_id <> a.id)`;
const isStepLink = `EXISTS (
  SELECT 1 FROM step_link r JOIN eventable s ON s.id = r.source_id WHERE r.target_id = e.id AND s.account_id <> a.id)`;
const isInRemoteCollection = 'EXISTS (SELECT 1 FROM remote_collection_item r WHERE r.iri = e.iri)';
const itemRelationConditions = [
  ...itemRelations.map((relation) => hasRow(relation, 'e.id')),
  ...links.map(isLinked),
  isStepLink,
  isInRemoteCollection,
];
const hasRelatedItem = `EXISTS (
  SELECT 1 FROM eventable e WHERE e.account_id = a.id
    AND (${itemRelationConditions.join(' OR ')}))`;
const isUnrelated = `NOT (${[...relations.map((relation) => hasRow(relation, 'a.id')), hasRelatedItem].join(' OR ')})`;

/**
 * Remote accounts without a relation: those not fetched for a week, or for a day if never fetched, and the oldest of
 * those beyond `maxKept`.
 */
export const listUnrelatedAccounts = statement(
  'list_unrelated_accounts',
  ['maxKept', 'limit'],
  `SELECT id FROM (
     SELECT a.id, coalesce(a.fetched_at, a.created_at) AS seen,
       CASE state WHEN 'unknown' THEN interval '1 day' ELSE interval '7 days' END AS max_age,
       row_number() OVER (ORDER BY coalesce(a.fetched_at, a.created_at) DESC) AS position
     FROM account a WHERE a.host <> '' AND ${isUnrelated}
   ) AS unrelated
   WHERE seen < now() - max_age OR (position > $1 AND seen < now() - interval '1 hour') LIMIT $2`,
);

/**
 * Deletes at most `limit` items of those of the accounts that still have no relation, and the accounts without items.
 * Returns how many of each, and the keys of the files to delete.
 */
export const deleteUnrelatedAccounts = statement(
  'delete_unrelated_accounts',
  ['ids', 'limit'],
  `WITH doomed AS MATERIALIZED (
     SELECT a.id, EXISTS (SELECT 1 FROM eventable e WHERE e.account_id = a.id) AS has_items
     FROM account a WHERE a.id = ANY($1::bigint[]) AND a.host <> '' AND ${isUnrelated}
   ), items AS MATERIALIZED (
     SELECT e.id FROM doomed CROSS JOIN LATERAL (SELECT id FROM eventable WHERE account_id = doomed.id LIMIT $2) e
     WHERE has_items LIMIT $2
   ), pictures AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM items))
       OR account_id = ANY(ARRAY(SELECT id FROM doomed WHERE NOT has_items)) RETURNING key
   ), gone_items AS (DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM items))),
     gone AS (DELETE FROM account WHERE id = ANY(ARRAY(SELECT id FROM doomed WHERE NOT has_items)) RETURNING id)
   SELECT (SELECT count(*) FROM gone) AS accounts, (SELECT count(*) FROM items) AS items,
     (SELECT coalesce(array_agg(key), '{}') FROM pictures) AS keys`,
  { notNull: ['accounts', 'items', 'keys'] },
);

/** Deletes hosts without accounts to which nothing was sent for 30 days. */
export const pruneHosts = statement(
  'prune_hosts',
  [],
  `DELETE FROM host h WHERE greatest(h.last_success_at, h.last_failure_at, h.created_at) < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.host = h.host)
   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.host = h.host AND d.state = 'pending')`,
);
