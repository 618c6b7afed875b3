/** Finds remote accounts to refetch, and deletes those without a relation. */
import { statement } from '../../statement.ts';

/** Accounts with a follow in either direction and no fetch pending. Gives up after 26 failures, about three weeks. */
export const listStaleAccounts = statement<{ id: number }, [limit: number]>(
  'list_stale_accounts',
  `SELECT a.id FROM account a
   WHERE a.host <> '' AND a.iri IS NOT NULL AND a.deleted_at IS NULL AND NOT a.domain_blocked
     AND (a.fetched_at IS NULL OR a.fetched_at < now() - interval '24 hours')
     AND (a.next_fetch_at IS NULL OR a.next_fetch_at < now()) AND a.fetch_failures < 26
     AND (EXISTS (SELECT 1 FROM follow WHERE followee_id = a.id) OR EXISTS (SELECT 1 FROM follow WHERE follower_id = a.id))
     AND a.id NOT IN (SELECT (payload ->> 'accountId')::bigint FROM outbox WHERE job = 'load-account')
   ORDER BY a.fetched_at NULLS FIRST LIMIT $1`,
);

/** Stores the larger of the remote server's count and the local one; null keeps the previous count. */
export const updateRemoteCounts = statement<
  never,
  [id: number, followers: number | null, following: number | null]
>(
  'update_remote_counts',
  `UPDATE account SET
     followers_count = greatest(coalesce($2::int, followers_count), (SELECT count(*) FROM follow WHERE followee_id = $1)),
     following_count = greatest(coalesce($3::int, following_count), (SELECT count(*) FROM follow WHERE follower_id = $1))
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

const hasRow = ([table, column]: string[], id: string) =>
  `EXISTS (SELECT 1 FROM ${table} r WHERE r.${column} = ${id})`;
const isLinked = (column: string) => `EXISTS (
  SELECT 1 FROM eventable r WHERE (r.${column} = e.id OR r.id = e.${column}) AND r.account_id <> a.id)`;
const isStepLink = `EXISTS (
  SELECT 1 FROM step_link r JOIN eventable s ON s.id = r.source_id WHERE r.target_id = e.id AND s.account_id <> a.id)`;
const isInRemoteCollection = 'EXISTS (SELECT 1 FROM remote_collection_item r WHERE r.iri = e.iri)';
const hasRelatedItem = `EXISTS (
  SELECT 1 FROM eventable e WHERE e.account_id = a.id
    AND (${[...itemRelations.map((relation) => hasRow(relation, 'e.id')), ...links.map(isLinked), isStepLink, isInRemoteCollection].join(' OR ')}))`;
const isUnrelated = `NOT (${[...relations.map((relation) => hasRow(relation, 'a.id')), hasRelatedItem].join(' OR ')})`;

/**
 * Remote accounts without a relation: those not fetched for a week, or for a day if never fetched, and the oldest of those
 * beyond `maxKept`.
 */
export const listUnrelatedAccounts = statement<{ id: number }, [maxKept: number, limit: number]>(
  'list_unrelated_accounts',
  `SELECT id FROM (
     SELECT a.id, coalesce(a.fetched_at, a.created_at) AS seen,
       CASE state WHEN 'unknown' THEN interval '1 day' ELSE interval '7 days' END AS max_age,
       row_number() OVER (ORDER BY coalesce(a.fetched_at, a.created_at) DESC) AS position
     FROM account a WHERE a.host <> '' AND ${isUnrelated}
   ) AS unrelated
   WHERE seen < now() - max_age OR (position > $1 AND seen < now() - interval '1 hour') LIMIT $2`,
);

/**
 * Deletes at most `limit` items of those of the accounts that still have no relation, and the accounts without items. Returns
 * how many of each, and the keys of the files to delete.
 */
export const deleteUnrelatedAccounts = statement<
  { accounts: number; items: number; keys: string[] },
  [ids: number[], limit: number]
>(
  'delete_unrelated_accounts',
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
);

/** Deletes hosts without accounts to which nothing was sent for 30 days. */
export const pruneHosts = statement<never, []>(
  'prune_hosts',
  `DELETE FROM host h WHERE greatest(h.last_success_at, h.last_failure_at, h.created_at) < now() - interval '30 days'
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.host = h.host)
   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.host = h.host AND d.state = 'pending')`,
);
