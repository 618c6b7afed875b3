/** Statements on events and their fan-out to home timelines. */
import { commitsAsynchronously, type Executor, type RowOf, statement } from '../statement.ts';
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
 * local followers, the fan-out job is enqueued and the event's id returned. Another job may be enqueued with it.
 */
export const insertEvent = statement(
  'insert_event',
  ['action', 'accountId', 'eventableId', 'at', 'backfilled', 'fanOutJob', 'otherJob?', 'otherPayload?'],
  `WITH inserted AS (
   INSERT INTO event (id, action, account_id, eventable_id, created_at, backfilled, fanned_out_at)
   VALUES (
     CASE WHEN $5 THEN backfilled_event_id($4::timestamptz) ELSE next_event_id() END, $1::event_action, $2, $3, $4, $5,
     CASE WHEN $5 OR NOT ${concernsLocalFollowerSql('$1', '$2', '$3')} THEN now() END)
   ON CONFLICT (eventable_id, account_id, action) DO NOTHING
   RETURNING id, fanned_out_at
   ), pending AS (SELECT id FROM inserted WHERE fanned_out_at IS NULL
   ), enqueued AS (
   INSERT INTO outbox (job, payload, dedupe_key)
   SELECT $6, jsonb_build_object('eventId', id), $6 || ' ' || id FROM pending
   UNION ALL SELECT $7::text, $8::jsonb, NULL WHERE $7 IS NOT NULL)
   SELECT id FROM pending`,
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

/** SQL that takes the lock of `lockFanOuts` for one item. */
export const lockFanOutSql = (item: string) => `pg_advisory_xact_lock(hashtextextended('fan-out', ${item}))`;

/**
 * Marks the events whose author, and whose hashtags, have at most `maxFollowers` local followers as fanned out, in the
 * transaction that writes their entries. One update only: a second one would wait for item locks and could deadlock
 * with a delete. Then takes the locks of `lockFanOuts` for their items; sorting them reads all updated rows first.
 */
export const finishSmallFanOuts = statement(
  'finish_small_fan_outs',
  ['eventIds', 'maxFollowers'],
  `WITH later AS MATERIALIZED (
     ${fannedOutLately('(SELECT min(id) FROM unnest($1::bigint[]) AS requested (id))')}
   ), finished AS (
   UPDATE event e SET
     fan_out_snapshot = coalesce(e.fan_out_snapshot, pg_current_snapshot()), id = ${finalEventId('later')},
       fanned_out_at = clock_timestamp()
   FROM unnest($1::bigint[]) AS requested (id)
   WHERE e.id = ANY($1::bigint[]) AND e.id = requested.id AND e.fanned_out_at IS NULL AND ${commitsAsynchronously}
     AND (SELECT count(*) FROM (SELECT FROM follow f WHERE f.followee_id = e.account_id AND f.local
       LIMIT $2::int + 1) few) <= $2
     AND (SELECT count(*) FROM (
       SELECT FROM item_tag it CROSS JOIN LATERAL (SELECT FROM tag_follow tf WHERE tf.tag = it.tag OFFSET 0) tf
       WHERE it.event_id = e.id LIMIT $2::int + 1) few) <= $2
   RETURNING requested.id AS requested_id, e.id, e.account_id, e.eventable_id
   ), locked AS MATERIALIZED (
     SELECT ${lockFanOutSql('id')} FROM (SELECT DISTINCT eventable_id AS id FROM finished ORDER BY id) items)
   SELECT requested_id, id, account_id, eventable_id FROM finished WHERE (SELECT count(*) FROM locked) > 0`,
  { notNull: ['requested_id'] },
);

/** Serializes fan-outs of the same item, so that later statements see the entries of earlier fan-outs. */
export const lockFanOuts = statement(
  'lock_fan_outs',
  ['eventableIds'],
  `SELECT ${lockFanOutSql('id')}
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

/** SQL: the item is in the home timeline of a follower of this batch, or of a later one. */
const isSeen = '(SELECT 1 FROM home_entry WHERE eventable_id = $5 AND account_id > $3 LIMIT 1) IS NOT NULL';

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
     WHERE NOT (${isSeen} AND EXISTS (${alreadyShown('$5', 'b.follower_id', '$1')} OFFSET 0))
       AND ((SELECT visibility FROM eventable WHERE id = $5) <> 'direct'
         OR EXISTS (${mentioned('$5', 'b.follower_id')}))
     ON CONFLICT DO NOTHING RETURNING account_id
   ), replaced AS (
     DELETE FROM home_entry WHERE ctid = ANY(ARRAY(
       SELECT replaced.ctid FROM written CROSS JOIN LATERAL (${replacedEntries('$5', 'written.account_id', '$1')}
         OFFSET 0) replaced
       WHERE ${isSeen}))
   )
   SELECT CASE WHEN count(*) = $4 THEN max(follower_id) END AS last FROM batch`,
);

export const endFanOuts = statement(
  'end_fan_outs',
  ['eventIds'],
  `UPDATE event SET fanned_out_at = clock_timestamp() WHERE id = ANY($1::bigint[])`,
);

/** SQL for the other events that can show the item to a follower, the best one first. */
const otherEvents = (item: string, follower: string, condition: string) => `
  SELECT o.id FROM event o
  JOIN follow f ON f.followee_id = o.account_id AND f.follower_id = ${follower}
  WHERE o.eventable_id = ${item} AND ${condition} AND NOT o.backfilled
    AND o.id > event_id_at(now() - interval '72 hours')
  ORDER BY o.action = 'reply', o.id LIMIT 1`;

/**
 * SQL for another event that can show the item to a follower: live, of the last 72 h, and by a followed account. It may
 * be older than the follow, because new followers get the newest events of an account as well. The event stays locked,
 * because the beginning of its fan-out may change its id.
 */
export const alternativeEvent = (item: string, follower: string, condition: string) =>
  `${otherEvents(item, follower, condition)} FOR KEY SHARE OF o`;

/** SQL: its id is final. The fan-out of the others is to begin, and writes the entries that are missing then. */
const hasFinalId = '(o.fan_out_snapshot IS NOT NULL OR o.fanned_out_at IS NOT NULL)';

/**
 * CTEs that replace the rows in `entries`, which are home entries of an event that ends, by entries of other events.
 * Call after `lockFanOuts`, which is why the other events are not locked: fan-outs lock their event first.
 */
export const replaceEntriesSql = `passed AS (
     INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT h.account_id, other.id, h.eventable_id FROM entries h
     CROSS JOIN LATERAL (
       ${otherEvents('h.eventable_id', 'h.account_id', `o.id <> h.event_id AND ${hasFinalId}`)}) AS other
     WHERE NOT EXISTS (
       SELECT 1 FROM home_entry x
       WHERE x.eventable_id = h.eventable_id AND x.account_id = h.account_id AND x.event_id <> h.event_id
         AND ${isNoReply('x')} OFFSET 0)
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
