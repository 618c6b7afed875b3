/** Suspends and erases accounts in batches. */
import { statement } from '../statement.ts';
import { countFollowsSql } from './counters.ts';
import { lockFanOutSql, replaceEntriesSql } from './events.ts';

// Takes the items of suspended accounts out of the counters of other items, and puts those of restored accounts back.
// `suspended_through` is how far that is done: items up to this id are left out.

const end = '9223372036854775807';

/** SQL: as in the index account_suspension_pending. */
const isPending = `a.deleted_at IS NULL AND a.suspended_through <> CASE WHEN a.suspended_at IS NULL THEN 0 ELSE ${end}
  END`;

/**
 * Locks the next accounts whose items are not left out as their suspension says. Inserting an item locks its account
 * too, so a later statement sees all items.
 */
export const lockPendingSuspensions = statement(
  'lock_pending_suspensions',
  ['limit'],
  `SELECT a.id FROM account a WHERE ${isPending} ORDER BY a.id LIMIT $1 FOR UPDATE`,
);

/** Settles those of the accounts without items. Returns the ids of the others. */
export const settleWithoutItems = statement(
  'settle_without_items',
  ['ids'],
  `WITH others AS MATERIALIZED (
     SELECT a.id FROM account a WHERE a.id = ANY($1::bigint[]) AND EXISTS (SELECT 1 FROM eventable e
       WHERE e.account_id = a.id)
   ), settled AS (
     UPDATE account a SET suspended_through = CASE WHEN a.suspended_at IS NULL THEN 0 ELSE ${end} END
     WHERE a.id = ANY($1::bigint[]) AND a.id NOT IN (SELECT id FROM others)
   )
   SELECT id FROM others ORDER BY id`,
);

/** The next ids of an account with one index scan for each type, because the index sorts by type first. */
const nextIds = (condition: string, direction: 'ASC' | 'DESC') => `
  SELECT n.id FROM unnest(enum_range(NULL::eventable_type)) AS t (type)
  CROSS JOIN LATERAL (
    SELECT e.id FROM eventable e WHERE e.account_id = a.id AND e.type = t.type AND ${condition}
    ORDER BY e.id ${direction} LIMIT $2) n
  ORDER BY n.id ${direction} LIMIT $2`;

/**
 * Moves `suspended_through` over the next items of a locked account: up while it is suspended, otherwise down. Locks
 * these items, so that changes of them wait, and returns them in order.
 */
export const moveSuspension = statement(
  'move_suspension',
  ['accountId', 'limit'],
  `WITH batch AS MATERIALIZED (
     SELECT ids.id FROM account a CROSS JOIN LATERAL (
       (${nextIds('e.id > a.suspended_through AND a.suspended_at IS NOT NULL', 'ASC')})
       UNION ALL (${nextIds('e.id <= a.suspended_through AND a.suspended_at IS NULL', 'DESC')})) ids
     WHERE a.id = $1
   ), moved AS (
     UPDATE account a SET suspended_through = CASE
       WHEN a.suspended_at IS NULL THEN CASE WHEN count = $2 THEN least - 1 ELSE 0 END
       ELSE CASE WHEN count = $2 THEN greatest ELSE ${end} END END
     FROM (SELECT count(*) AS count, min(id) AS least, max(id) AS greatest FROM batch) AS reach
     WHERE a.id = $1 RETURNING CASE WHEN a.suspended_at IS NULL THEN 1 ELSE -1 END AS change
   )
   SELECT e.id, (SELECT change FROM moved) AS change FROM eventable e
   WHERE e.id = ANY(ARRAY(SELECT id FROM batch)) ORDER BY e.id FOR NO KEY UPDATE`,
  { notNull: ['change'] },
);

/** Adds the items to the counters of those that they refer to, or subtracts them: `change` is 1 or -1. */
export const countItemsOf = statement(
  'count_items_of',
  ['ids', 'change'],
  `WITH changes AS MATERIALIZED (
     SELECT parent AS id, (count(*) FILTER (WHERE kind = 1) * $2)::int AS replies,
       (count(*) FILTER (WHERE kind = 2) * $2)::int AS cooked, (count(*) FILTER (WHERE kind = 3) * $2)::int AS forks
     FROM eventable e
       CROSS JOIN LATERAL (VALUES (1, e.in_reply_to_id), (2, e.recipe_id), (3, e.forked_from_id)) AS r (kind, parent)
     WHERE e.id = ANY($1::bigint[]) AND parent IS NOT NULL AND is_counted(e.publication, e.visibility) GROUP BY parent
   ), locked AS MATERIALIZED (
     SELECT id FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM changes)) ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE eventable e SET replies_count = greatest(0, e.replies_count + c.replies),
     cooked_count = greatest(0, e.cooked_count + c.cooked), forks_count = greatest(0, e.forks_count + c.forks)
   FROM changes c WHERE e.id = c.id AND e.id = ANY(ARRAY(SELECT id FROM locked))`,
);

/** Counts the ratings of the recipes that the items rate. Call it after `moveSuspension`. */
export const recountRatingsOf = statement(
  'recount_ratings_of',
  ['ids'],
  `SELECT recount_ratings(recipe_id) FROM (
     SELECT DISTINCT recipe_id FROM eventable WHERE id = ANY($1::bigint[]) AND rating IS NOT NULL
       AND recipe_id IS NOT NULL
     ORDER BY recipe_id) AS rated`,
);

// Closes local accounts and erases the content of deleted ones in batches

/** Hides the account, which ends its sessions and tokens. One row, so that it takes no longer for a large account. */
export const closeAccount = statement(
  'close_account',
  ['id'],
  `UPDATE account SET deleted_at = now(), updated_at = now() WHERE id = $1 AND host = '' AND deleted_at IS NULL
    RETURNING id`,
);

/**
 * Remote accounts that the account follows or has requested to follow, also by collections, and those that follow its
 * own.
 */
export const listFollowedRemoteAccounts = statement(
  'list_followed_remote_accounts',
  ['accountId'],
  `SELECT a.id FROM (
     SELECT followee_id AS id FROM follow WHERE follower_id = $1
     UNION SELECT target_id FROM follow_request WHERE requester_id = $1
     UNION SELECT c.account_id FROM collection_follow f JOIN collection c ON c.id = f.collection_id
       WHERE f.account_id = $1
     UNION SELECT f.account_id FROM collection_follow f JOIN collection c ON c.id = f.collection_id
       WHERE c.account_id = $1
   ) AS followed JOIN account a USING (id) WHERE a.host <> ''`,
);

/** SQL: whether the account is deleted or suspended, since it may have been restored in the meantime. */
const isGone = `(SELECT deleted_at IS NOT NULL OR suspended_at IS NOT NULL FROM account WHERE id = $1)`;

/** The newest items of one type after the other, by index. Replies and cooked items come before what they refer to. */
export const selectItemsToErase = statement(
  'select_items_to_erase',
  ['accountId', 'limit'],
  `SELECT n.id FROM unnest('{status,baking,preparation,recipe}'::eventable_type[]) WITH ORDINALITY AS t (type, place)
   CROSS JOIN LATERAL (
     SELECT e.id FROM eventable e WHERE e.account_id = $1 AND e.type = t.type ORDER BY e.id DESC LIMIT $2) n
   WHERE ${isGone} ORDER BY t.place, n.id DESC LIMIT $2`,
);

const eraseCounted = (table: string, counter: string) => `
  WITH gone AS (
    DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE account_id = $1 AND ${isGone}
      ORDER BY eventable_id LIMIT $2) RETURNING eventable_id
  ), counted AS (
    UPDATE eventable e SET ${counter} = greatest(0, e.${counter} - 1) FROM gone WHERE e.id = gone.eventable_id
  )`;

export const eraseLikes = statement(
  'erase_likes',
  ['accountId', 'limit'],
  `${eraseCounted('"like"', 'likes_count')} SELECT count(*) AS erased FROM gone`,
  { notNull: ['erased'] },
);

const nextBoosts = (limit: string) =>
  `SELECT eventable_id FROM boost WHERE account_id = $1 AND ${isGone} ORDER BY eventable_id LIMIT ${limit}`;

/** Like `lockFanOuts`, for the items of the next boosts of the account. */
export const lockFanOutsOfBoosts = statement(
  'lock_fan_outs_of_boosts',
  ['accountId', 'boosts'],
  `SELECT ${lockFanOutSql('eventable_id')} FROM (${nextBoosts('$2')}) boosts`,
);

/**
 * Deletes timeline rows that the next boosts of the account show, at most `limit`, before `eraseBoosts`. Items that
 * somebody else boosted too stay, under the other boost. Call after `lockFanOutsOfBoosts`.
 */
export const eraseBoostEntries = statement(
  'erase_boost_entries',
  ['accountId', 'limit', 'boosts'],
  `WITH boosts AS MATERIALIZED (
     ${nextBoosts('$3')}
   ), events AS MATERIALIZED (
     SELECT id, eventable_id FROM event
     WHERE account_id = $1 AND action = 'boost' AND eventable_id = ANY(ARRAY(SELECT eventable_id FROM boosts))
   ), entries AS MATERIALIZED (
     SELECT h.account_id, h.event_id, h.eventable_id
     FROM events e JOIN home_entry h ON h.eventable_id = e.eventable_id AND h.event_id = e.id LIMIT $2
   ), ${replaceEntriesSql}
   SELECT count(*) AS erased FROM entries`,
  { notNull: ['erased'] },
);

/** The timeline rows of these boosts were deleted by `eraseBoostEntries`. */
export const eraseBoosts = statement(
  'erase_boosts',
  ['accountId', 'limit'],
  `${eraseCounted('boost', 'boosts_count')}, events AS (
     DELETE FROM event e WHERE e.account_id = $1 AND e.action = 'boost' AND e.eventable_id IN (SELECT eventable_id
       FROM gone))
   SELECT count(*) AS erased FROM gone`,
  { notNull: ['erased'] },
);

const eraseFollows = (own: string, more: string) => `
  WITH gone AS (
    DELETE FROM follow WHERE id IN (SELECT id FROM follow WHERE ${own} = $1 AND ${isGone} LIMIT $2)
    RETURNING follower_id, followee_id
  ), ${countFollowsSql('gone')}${more}
  SELECT count(*) AS erased FROM gone`;

export const eraseFollowing = statement('erase_following', ['accountId', 'limit'], eraseFollows('follower_id', ''), {
  notNull: ['erased'],
});

/** The home timelines of these followers no longer show what the account published, should it come back. */
export const eraseFollowers = statement(
  'erase_followers',
  ['accountId', 'limit'],
  eraseFollows(
    'followee_id',
    `, homes AS (
     DELETE FROM home_entry h
     WHERE h.account_id = ANY(ARRAY(SELECT follower_id FROM gone))
       AND (SELECT account_id FROM event WHERE id = h.event_id) = $1 AND (SELECT deleted_at IS NULL FROM account
         WHERE id = $1))`,
  ),
  { notNull: ['erased'] },
);

const ofOwn = (table: string, column: string) =>
  `${column} = ANY(ARRAY(SELECT id FROM ${table} WHERE account_id = $1))`;
/** Blocks and mutes of a remote account stay in case it comes back. */
const ofLocal = (column: string) => `${column} = $1 AND (SELECT host = '' FROM account WHERE id = $1)`;

/** Deletes at most `$2` rows, whatever is changed meanwhile. */
const eraseRows = (table: string, condition: string, key = 'NULL::text') =>
  statement(
    'erase',
    ['accountId', 'limit'],
    `
  WITH found AS MATERIALIZED (SELECT ctid AS place FROM ${table} WHERE ${condition} AND ${isGone} LIMIT $2
  ), gone AS (DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT place FROM found)) RETURNING ${key} AS key)
  SELECT (SELECT count(*) FROM found) AS erased, ARRAY(SELECT key FROM gone WHERE key IS NOT NULL) AS keys`,
    { notNull: ['erased', 'keys'], variant: `${table}_${condition.split(' ')[0]}` },
  );

/** What others see of an account, and what is left of a remote account that is suspended. */
export const eraseTraces = [
  eraseRows('follow_request', 'requester_id = $1'),
  eraseRows('follow_request', 'target_id = $1'),
  eraseRows('collection_follow', 'account_id = $1'),
  eraseRows('collection_follow', ofOwn('collection', 'collection_id')),
  eraseRows('source_activity', 'account_id = $1'),
  eraseRows('source_activity', 'target_id = $1'),
  eraseRows('notification', 'actor_id = $1'),
];

/** In this order. Rows that refer to others go first, so that no deletion reaches more rows than it names. */
export const eraseOwned = [
  eraseRows('idempotent_reply', ofOwn('access_token', 'token_id')),
  eraseRows('access_token', 'account_id = $1'),
  eraseRows('refresh_token', 'account_id = $1'),
  eraseRows('authorization_code', 'account_id = $1'),
  eraseRows('session', 'account_id = $1'),
  eraseRows('block', 'blocker_id = $1'),
  eraseRows('block', ofLocal('blocked_id')),
  eraseRows('mute', 'muter_id = $1'),
  eraseRows('mute', ofLocal('muted_id')),
  eraseRows('account_domain_block', 'account_id = $1'),
  eraseRows('muted_thread', 'account_id = $1'),
  eraseRows('notification', 'account_id = $1'),
  eraseRows('tag_follow', 'account_id = $1'),
  eraseRows('home_entry', 'account_id = $1'),
  eraseRows('event', 'account_id = $1'),
  eraseRows('collection_item', ofOwn('collection', 'collection_id')),
  eraseRows('remote_collection_item', ofOwn('collection', 'collection_id')),
  eraseRows('collection', 'account_id = $1'),
  eraseRows('private_note', 'account_id = $1'),
  eraseRows('shopping_list_line', ofOwn('shopping_list', 'list_id')),
  eraseRows('shopping_list', 'account_id = $1'),
  eraseRows('moderation_decision', 'account_id = $1'),
  eraseRows('medium', 'account_id = $1', 'key'),
  eraseRows('import_entry', ofOwn('import', 'import_id')),
  eraseRows('import_picture', ofOwn('import', 'import_id'), 'key'),
  eraseRows('import_record', ofOwn('import', 'import_id')),
  eraseRows('import', 'account_id = $1', 'key'),
  eraseRows('import_upload', 'account_id = $1', 'key'),
  eraseRows('imported_item', 'account_id = $1'),
];

/**
 * Clears the profile and ends the membership. Returns the keys of the files to delete. Keys stay to sign pending
 * deliveries.
 */
export const eraseProfile = statement(
  'erase_profile',
  ['accountId'],
  `WITH trends AS (DELETE FROM account_trend WHERE account_id = $1),
     members AS (DELETE FROM member WHERE account_id = $1),
     exports AS (DELETE FROM export WHERE account_id = $1 RETURNING key),
     wiped AS (
       UPDATE account SET name = '', summary = '', summary_html = '', locale = 'und', avatar_key = NULL,
         header_key = NULL,
         avatar_url = NULL, avatar_description = NULL, avatar_blurhash = NULL, also_known_as = '{}',
         moved_to_id = NULL, followers_count = 0, following_count = 0
       WHERE id = $1)
   SELECT coalesce(array_agg(key), '{}') AS keys FROM exports`,
  { notNull: ['keys'] },
);
