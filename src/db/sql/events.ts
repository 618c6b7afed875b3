/** Statements on events, their fan-out to home timelines, and counters. */
import { type Executor, type RowOf, statement } from '../statement.ts';
import type { EventAction } from '../vocabulary.ts';
import { concernsLocalFollowerSql, tagFollowersSql } from './tags.ts';
import { isHiddenBoost } from './visibility.ts';

// Writes timeline events and their entries in home timelines

/**
 * SQL like `next_event_id()` for a statement that inserts many events: it reads the newest id once, not for each row.
 */
export const nextEventIdSql = 'event_id_after((SELECT max(id) FROM event))';

/**
 * A live event gets an id of the current time, a back-filled one an id of its own time. If the author or a hashtag has
 * local followers, the fan-out job is enqueued and the event's id returned.
 */
export const insertEvent = statement(
  'insert_event',
  ['action', 'accountId', 'eventableId', 'at', 'backfilled', 'fanOutJob'],
  `WITH inserted AS (
   INSERT INTO event (id, action, account_id, eventable_id, created_at, backfilled, fanned_out_at)
   VALUES (
     CASE WHEN $5 THEN backfilled_event_id($4::timestamptz) ELSE next_event_id() END, $1::event_action, $2, $3, $4, $5,
     CASE WHEN $5 OR NOT ${concernsLocalFollowerSql('$1', '$2', '$3')} THEN now() END)
   ON CONFLICT (eventable_id, account_id, action) DO NOTHING
   RETURNING id, fanned_out_at
   ), pending AS (SELECT id FROM inserted WHERE fanned_out_at IS NULL)
   INSERT INTO outbox (job, payload, dedupe_key)
   SELECT $6, jsonb_build_object('eventId', id), $6 || ' ' || id FROM pending
   RETURNING (payload ->> 'eventId')::bigint AS id`,
  { notNull: ['id'] },
);

/**
 * Turns an event that was back-filled before its delivery arrived into a live one. Servers retry deliveries for 7 days,
 * so older events stay back-filled.
 */
export const setEventLive = statement(
  'set_event_live',
  ['action', 'accountId', 'eventableId'],
  `UPDATE event SET
     id = next_event_id(), created_at = now(), backfilled = false, txid = DEFAULT,
     fanned_out_at = CASE WHEN NOT ${concernsLocalFollowerSql('$1', '$2', '$3')} THEN now() END
   WHERE action = $1::event_action AND account_id = $2 AND eventable_id = $3
     AND backfilled AND created_at > now() - interval '7 days'
   RETURNING id, fanned_out_at IS NULL AS pending`,
  { notNull: ['pending'] },
);

/** Starts a second fan-out of an event of the last 72 h, for new followers. */
export const reopenFanOut = statement(
  'reopen_fan_out',
  ['accountId', 'eventableId', 'action'],
  `UPDATE event SET fanned_out_at = NULL
   WHERE account_id = $1 AND eventable_id = $2 AND action = $3::event_action
     AND NOT backfilled AND id > event_id_at(now() - interval '72 hours')
   RETURNING id`,
);

/**
 * SQL for the final id of an event at its fan-out. An event older than 5 s, or overtaken by a later one before its
 * commit, gets a new id. Otherwise a client's `min_id` could already be past it. `later` is a relation like
 * `fannedOutLately`.
 */
const finalEventId = (later: string) => `
  CASE WHEN e.fan_out_snapshot IS NULL AND (
    e.id < event_id_at(clock_timestamp() - interval '5 seconds')
    OR EXISTS (
      SELECT 1 FROM ${later} later
      WHERE later.id > e.id AND NOT pg_visible_in_snapshot(e.txid::text::xid8, later.fan_out_snapshot)))
  THEN next_event_id() ELSE e.id END`;

/**
 * The last event of each recent fan-out above an id, with the snapshot that they share. No id exceeds the upper bound;
 * it tells PostgreSQL that the events are few.
 */
const fannedOutLately = (above: string) => `
  SELECT max(id) AS id, fan_out_snapshot::text::pg_snapshot AS fan_out_snapshot FROM event
  WHERE id > greatest(${above}, event_id_at(now() - interval '5 seconds'))
    AND id < event_id_at(now() + interval '1 minute')
    AND fan_out_snapshot IS NOT NULL
  GROUP BY fan_out_snapshot::text`;

export type FanOutRow = RowOf<typeof beginFanOut>;

/** Call before the first batch. `moved_from` keeps the old id, so that a repeated job finds the event. */
export const beginFanOut = statement(
  'begin_fan_out',
  ['eventId'],
  `UPDATE event e SET
     fan_out_snapshot = coalesce(e.fan_out_snapshot, pg_current_snapshot()), original_id = $1,
       id = ${finalEventId(`(${fannedOutLately('e.id')})`)}
   WHERE e.id = coalesce((SELECT id FROM event WHERE original_id = $1), $1) AND e.fanned_out_at IS NULL
   RETURNING e.id, e.account_id, e.eventable_id`,
);

/**
 * Marks the events whose author, and whose hashtags, have at most `maxFollowers` local followers as fanned out, in the
 * transaction that writes their entries. One update only: a second one would wait for item locks and could deadlock
 * with a delete.
 */
export const finishSmallFanOuts = statement(
  'finish_small_fan_outs',
  ['eventIds', 'maxFollowers'],
  `WITH later AS MATERIALIZED (
     ${fannedOutLately('(SELECT min(id) FROM unnest($1::bigint[]) AS requested (id))')})
   UPDATE event e SET
     fan_out_snapshot = coalesce(e.fan_out_snapshot, pg_current_snapshot()), id = ${finalEventId('later')},
       fanned_out_at = clock_timestamp()
   FROM unnest($1::bigint[]) AS requested (id)
   WHERE e.id = ANY($1::bigint[]) AND e.id = requested.id AND e.fanned_out_at IS NULL
     AND (SELECT count(*) FROM (SELECT FROM follow f WHERE f.followee_id = e.account_id AND f.local
       LIMIT $2::int + 1) few) <= $2
     AND (SELECT count(*) FROM (
       SELECT FROM item_tag it CROSS JOIN LATERAL (SELECT FROM tag_follow tf WHERE tf.tag = it.tag OFFSET 0) tf
       WHERE it.event_id = e.id LIMIT $2::int + 1) few) <= $2
   RETURNING requested.id AS requested_id, e.id, e.account_id, e.eventable_id`,
  { notNull: ['requested_id'] },
);

/** Serializes fan-outs of the same item, so that later statements see the entries of earlier fan-outs. */
export const lockFanOuts = statement(
  'lock_fan_outs',
  ['eventableIds'],
  `SELECT pg_advisory_xact_lock(hashtextextended('fan-out', id))
   FROM (SELECT DISTINCT unnest($1::bigint[]) AS id ORDER BY id) items`,
);

/** SQL for true if an entry shows its item by default: pages leave out replies. */
export const isNoReply = (entry: string) => `(SELECT action FROM event WHERE id = ${entry}.event_id) <> 'reply'`;

/**
 * SQL that finds an entry of the last 72 h for the item, which appears once however often it is boosted. Back-filled
 * ones and hidden boosts are replaced.
 */
const alreadyShown = (item: string, follower: string, event: string) => `
  SELECT 1 FROM home_entry h WHERE h.eventable_id = ${item} AND h.account_id = ${follower}
    AND h.event_id > event_id_at(now() - interval '72 hours') AND (h.event_id = ${event} OR NOT (h.backfilled
      OR ${isHiddenBoost('h')}))
    AND ${isNoReply('h')}`;

/** SQL that finds the rows for the item that the event replaces: a back-filled one, and hidden boosts. */
const replacedEntries = (item: string, follower: string, event: string) => `
  SELECT h.ctid FROM home_entry h
  WHERE h.eventable_id = ${item} AND h.account_id = ${follower} AND h.event_id <> ${event}
    AND (h.backfilled OR ${isHiddenBoost('h')})`;

const mentioned = (item: string, follower: string) =>
  `SELECT 1 FROM mention m WHERE m.eventable_id = ${item} AND m.account_id = ${follower}`;

/**
 * Writes the entries of several events. If another transaction writes the same entry meanwhile, the statement fails,
 * and each event is fanned out alone. OFFSET 0 and sub-selects force index lookups instead of scans of all follows.
 */
export const fanOutEvents = statement(
  'fan_out_events',
  ['eventIds', 'accountIds', 'eventableIds'],
  `WITH fanned AS MATERIALIZED (
     SELECT g.*, (SELECT visibility FROM eventable WHERE id = g.eventable_id) AS visibility,
       (SELECT 1 FROM home_entry h WHERE h.eventable_id = g.eventable_id LIMIT 1) IS NOT NULL AS seen
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g (id, account_id, eventable_id)
   ), added AS (
     INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT DISTINCT ON (f.follower_id, fanned.eventable_id) f.follower_id, fanned.id, fanned.eventable_id
     FROM fanned CROSS JOIN LATERAL (
       (SELECT follower_id FROM follow WHERE followee_id = fanned.account_id AND local OFFSET 0)
       UNION ALL (${tagFollowersSql('fanned.id', 'fanned.account_id')})) f
     WHERE NOT (fanned.seen AND EXISTS (${alreadyShown('fanned.eventable_id', 'f.follower_id', 'fanned.id')} OFFSET 0))
       AND (fanned.visibility <> 'direct' OR EXISTS (${mentioned('fanned.eventable_id', 'f.follower_id')} OFFSET 0))
     ORDER BY f.follower_id, fanned.eventable_id, fanned.id
     RETURNING account_id, event_id
   )
   DELETE FROM home_entry WHERE ctid = ANY(ARRAY(
     SELECT replaced.ctid FROM fanned JOIN added ON added.event_id = fanned.id
     CROSS JOIN LATERAL (${replacedEntries('fanned.eventable_id', 'added.account_id', 'fanned.id')} OFFSET 0) replaced
     WHERE fanned.seen))`,
);

/**
 * Writes the entries of one batch of followers with ids above `$3`. Returns the last follower's id, or null at the end.
 * The event is locked, so nothing is written for a deleted one.
 */
export const fanOutBatch = statement(
  'fan_out_batch',
  ['eventId', 'accountId', 'above', 'limit', 'eventableId'],
  `WITH locked AS MATERIALIZED (SELECT id FROM event WHERE id = $1 FOR KEY SHARE),
   batch AS MATERIALIZED (
     SELECT f.follower_id FROM locked, LATERAL (
       (SELECT follower_id FROM follow WHERE followee_id = $2 AND local AND follower_id > $3 ORDER BY follower_id
         LIMIT $4)
       UNION (${tagFollowersSql('$1', '$2', 'AND tf.account_id > $3 ORDER BY tf.account_id LIMIT $4')})
     ) f ORDER BY f.follower_id LIMIT $4
   ), written AS (
     INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT b.follower_id, $1, $5
     FROM batch b
     WHERE NOT EXISTS (${alreadyShown('$5', 'b.follower_id', '$1')} AND h.account_id > $3)
       AND ((SELECT visibility FROM eventable WHERE id = $5) <> 'direct'
         OR EXISTS (${mentioned('$5', 'b.follower_id')}))
     ON CONFLICT DO NOTHING RETURNING account_id
   ), replaced AS (
     DELETE FROM home_entry WHERE ctid = ANY(ARRAY(
       SELECT replaced.ctid FROM written CROSS JOIN LATERAL (${replacedEntries('$5', 'written.account_id', '$1')}
         OFFSET 0) replaced
       WHERE (SELECT 1 FROM home_entry h WHERE h.eventable_id = $5 AND h.account_id > $3 LIMIT 1) IS NOT NULL))
   )
   SELECT CASE WHEN count(*) = $4 THEN max(follower_id) END AS last FROM batch`,
);

export const endFanOuts = statement(
  'end_fan_outs',
  ['eventIds'],
  `UPDATE event SET fanned_out_at = clock_timestamp() WHERE id = ANY($1::bigint[])`,
);

/**
 * SQL for another event that can show the item to a follower: live, of the last 72 h, and by a followed account. It may
 * be older than the follow, because new followers get the newest events of an account as well.
 */
export const alternativeEvent = (item: string, follower: string, condition: string) => `
  SELECT o.id FROM event o
  JOIN follow f ON f.followee_id = o.account_id AND f.follower_id = ${follower}
  WHERE o.eventable_id = ${item} AND ${condition} AND NOT o.backfilled
    AND o.id > event_id_at(now() - interval '72 hours')
  ORDER BY o.action = 'reply', o.id LIMIT 1`;

/**
 * CTEs that replace the rows in `entries`, which are home entries of an event that ends, by entries of other events.
 * Call after `lockFanOuts`.
 */
export const replaceEntriesSql = `passed AS (
     INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT h.account_id, other.id, h.eventable_id FROM entries h
     CROSS JOIN LATERAL (${alternativeEvent('h.eventable_id', 'h.account_id', 'o.id <> h.event_id')}) AS other
     WHERE NOT EXISTS (
       SELECT 1 FROM home_entry x
       WHERE x.eventable_id = h.eventable_id AND x.account_id = h.account_id AND x.event_id <> h.event_id
         AND ${isNoReply('x')})
     ON CONFLICT DO NOTHING
   ), gone AS (
     DELETE FROM home_entry h USING entries e WHERE h.account_id = e.account_id AND h.event_id = e.event_id
   )`;

/** Call before `lockFanOuts`, as the fan-out does; another order could deadlock. */
export const lockEvent = statement(
  'lock_event',
  ['accountId', 'eventableId', 'action'],
  `SELECT FROM event e WHERE e.account_id = $1 AND e.eventable_id = $2
    AND e.action = $3::event_action FOR NO KEY UPDATE`,
);

/** Whether a trigger deletes the home entries of events, for the rest of the transaction: `kept` or `deleted`. */
export const setHomeEntries = statement(
  'set_home_entries',
  ['state'],
  `SELECT set_config('potluck.home_entries', $1, true)`,
);

export const deleteEventRow = statement(
  'delete_event',
  ['accountId', 'eventableId', 'action'],
  `DELETE FROM event WHERE account_id = $1 AND eventable_id = $2 AND action = $3::event_action RETURNING id`,
);

/**
 * Deletes an event and returns its id, or null if there is none. Its home entries stay, but home timelines show no
 * entry without its event.
 */
export async function deleteEvent(
  on: Executor,
  accountId: number,
  eventableId: number,
  action: EventAction,
): Promise<number | null> {
  await setHomeEntries(on, 'kept');
  const [deleted] = await deleteEventRow(on, accountId, eventableId, action);
  await setHomeEntries(on, 'deleted');
  return deleted?.id ?? null;
}

/**
 * Replaces the home entries of a deleted event, at most `limit`. Returns how many there were. Call after `lockFanOuts`.
 * `+ 0` prevents a skip scan of the primary key, which reads an entry of every account.
 */
export const replaceEntries = statement(
  'replace_entries',
  ['eventId', 'eventableId', 'limit'],
  `WITH entries AS MATERIALIZED (
     SELECT account_id, event_id, eventable_id FROM home_entry WHERE eventable_id = $2 AND event_id + 0 = $1 LIMIT $3
   ), ${replaceEntriesSql}
   SELECT count(*) AS replaced FROM entries`,
  { notNull: ['replaced'] },
);

// Checks and corrects the counters of items, accounts and collections

/** Where the checked rows end, null after the last one, and which of their counters are wrong. */
export type CounterCheck = RowOf<typeof checkItems>;

const checked = (rows: string) =>
  `WITH next AS MATERIALIZED (${rows})
   SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE wrong), '{}') AS wrong FROM next`;
const checkedColumns = { notNull: ['wrong'] };

/** In the order of `itemCounts`. */
const itemColumns = [
  'likes_count',
  'boosts_count',
  'replies_count',
  'cooked_count',
  'forks_count',
  'revisions_count',
  'rating_count',
  'rating_sum',
];
/** As the triggers on `eventable` count. */
const countItemsSql = (column: string) => `
  SELECT count(*) FROM eventable c JOIN account a ON a.id = c.account_id
  WHERE c.${column} = e.id AND is_counted(c.publication, c.visibility) AND c.id > a.suspended_through`;

/** A draft has no IRI, and what it got before it was unpublished no longer counts. */
const itemCounts = `
  (SELECT count(*) FROM "like" l WHERE l.eventable_id = e.id AND e.iri IS NOT NULL),
  (SELECT count(*) FROM boost b WHERE b.eventable_id = e.id AND e.iri IS NOT NULL),
  (${countItemsSql('in_reply_to_id')}), (${countItemsSql('recipe_id')}), (${countItemsSql('forked_from_id')}),
  (SELECT count(*) FROM revision v
   WHERE v.eventable_id = e.id AND e.iri IS NOT NULL AND is_as_open(v.visibility, e.visibility)),
  r.rating_count, r.rating_sum`;

const columnsThatCount = [
  ['"like"', 'eventable_id'],
  ['boost', 'eventable_id'],
  ['revision', 'eventable_id'],
  ...['in_reply_to_id', 'recipe_id', 'forked_from_id'].map((column) => ['eventable', column]),
] as const;

/**
 * Checks the next items by id. Most items have nothing to count, and counters of 0: those are recognised in ranges,
 * and only the others are counted one by one.
 */
export const checkItems = statement(
  'check_items',
  ['after', 'limit'],
  `WITH part AS MATERIALIZED (
     SELECT max(id) AS last FROM (SELECT id FROM eventable WHERE id > $1 ORDER BY id LIMIT $2) ids
   ), counted AS MATERIALIZED (
     SELECT id FROM eventable WHERE id > $1 AND id <= (SELECT last FROM part)
       AND (${itemColumns.join(', ')}) <> (${itemColumns.map(() => 0).join(', ')})
     ${columnsThatCount
       .map(
         ([table, column]) => `UNION SELECT ${column} FROM ${table}
     WHERE ${column} > $1 AND ${column} <= (SELECT last FROM part)`,
       )
       .join('\n     ')}
   )
   SELECT (SELECT last FROM part) AS last, ARRAY(
     SELECT e.id FROM counted JOIN eventable e ON e.id = counted.id, count_ratings(e.id) r
     WHERE (${itemColumns.map((column) => `e.${column}`).join(', ')}) IS DISTINCT FROM (${itemCounts})
     ORDER BY e.id) AS wrong`,
  checkedColumns,
);

/** Waits for transactions that are changing these counters. */
export const lockItems = statement(
  'lock_items',
  ['ids'],
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountItems = statement(
  'recount_items',
  ['ids'],
  `UPDATE eventable e SET (${itemColumns.join(', ')}) =
     (SELECT ${itemCounts} FROM count_ratings(e.id) r)
   WHERE e.id = ANY($1::bigint[])`,
);

const accountCounters = '(a.followers_count, a.following_count)';
const accountCounts = `
  (SELECT count(*) FROM follow f WHERE f.followee_id = a.id),
  (SELECT count(*) FROM follow f WHERE f.follower_id = a.id)`;

/** Checks the next local accounts by id. The counters of remote accounts come from their servers. */
export const checkAccounts = statement(
  'check_accounts',
  ['after', 'limit'],
  checked(`SELECT a.id, ${accountCounters} IS DISTINCT FROM (${accountCounts}) AS wrong
   FROM account a WHERE a.host = '' AND a.id > $1 ORDER BY a.id LIMIT $2`),
  checkedColumns,
);

export const lockAccounts = statement(
  'lock_accounts',
  ['ids'],
  `SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountAccounts = statement(
  'recount_accounts',
  ['ids'],
  `UPDATE account a SET (followers_count, following_count) = (SELECT ${accountCounts}) WHERE a.id = ANY($1::bigint[])`,
);

/** A private collection has no followers, also while a job ends their follows. */
const collectionCount = `(
  SELECT count(*) FROM collection_follow f WHERE f.collection_id = c.id AND c.visibility <> 'private')`;

/** Checks the next collections by id. Those of other servers count the followers here. */
export const checkCollections = statement(
  'check_collections',
  ['after', 'limit'],
  checked(`SELECT c.id, c.followers_count <> ${collectionCount} AS wrong
   FROM collection c WHERE c.id > $1 ORDER BY c.id LIMIT $2`),
  checkedColumns,
);

export const lockCountedCollections = statement(
  'lock_counted_collections',
  ['ids'],
  `SELECT id FROM collection WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountCollections = statement(
  'recount_collections',
  ['ids'],
  `UPDATE collection c SET followers_count = ${collectionCount} WHERE c.id = ANY($1::bigint[])`,
);

/**
 * CTEs that add the follows in the CTE `made` to the counters of both accounts, or subtract those in `gone`. Accounts
 * are locked in the order of their ids to avoid deadlocks.
 */
export const countFollowsSql = (follows: 'made' | 'gone'): string => `ends AS MATERIALIZED (
     SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
       SELECT followee_id AS id, 1 AS followers, 0 AS following FROM ${follows}
       UNION ALL SELECT follower_id, 0, 1 FROM ${follows}
     ) AS follow_ends GROUP BY id
   ), locked AS MATERIALIZED (
     SELECT id FROM account WHERE id = ANY(ARRAY(SELECT id FROM ends)) ORDER BY id FOR NO KEY UPDATE
   ), counted AS (
     UPDATE account a SET followers_count = greatest(0,
       a.followers_count ${follows === 'made' ? '+' : '-'} ends.followers),
       following_count = greatest(0, a.following_count ${follows === 'made' ? '+' : '-'} ends.following)
     FROM ends WHERE a.id = ends.id AND a.id = ANY(ARRAY(SELECT id FROM locked))
   )`;
