/** Statements on events and their way into home timelines. */
import { statement } from '../statement.ts';
import { followedHere } from './relevance.ts';

/**
 * A live event gets the id of now, a back-filled one that of its time. Where local followers wait for it, the job that
 * tells them is promised, and its event comes back.
 */
export const insertEvent = statement<
  { id: number },
  [action: string, accountId: number, eventableId: number, at: Date, backfilled: boolean, fanOutJob: string]
>(
  'insert_event',
  `WITH told AS (
   INSERT INTO event (id, action, account_id, eventable_id, created_at, backfilled, fanned_out_at)
   VALUES (
     CASE WHEN $5 THEN backfilled_event_id($4::timestamptz) ELSE next_event_id() END, $1::event_action, $2, $3, $4, $5,
     CASE WHEN $5 OR NOT ${followedHere('$2')} THEN now() END)
   ON CONFLICT (eventable_id, account_id, action) DO NOTHING
   RETURNING id, fanned_out_at
   ), waiting AS (SELECT id FROM told WHERE fanned_out_at IS NULL)
   INSERT INTO outbox (job, payload, dedupe_key)
   SELECT $6, jsonb_build_object('eventId', id), $6 || ' ' || id FROM waiting
   RETURNING (payload ->> 'eventId')::bigint AS id`,
);

/**
 * What was back-filled before its author's server announced it becomes live; deliveries are tried for 7 days, and what is
 * older is history. Once, for from then on it is back-filled no longer.
 */
export const enlivenEvent = statement<
  { id: number; pending: boolean },
  [action: string, accountId: number, eventableId: number]
>(
  'enliven_event',
  `UPDATE event SET
     id = next_event_id(), created_at = now(), backfilled = false, txid = DEFAULT,
     fanned_out_at = CASE WHEN NOT ${followedHere('$2')} THEN now() END
   WHERE action = $1::event_action AND account_id = $2 AND eventable_id = $3
     AND backfilled AND created_at > now() - interval '7 days'
   RETURNING id, fanned_out_at IS NULL AS pending`,
);

/** Of the last 72 h, to be carried to those who follow by now and are not shown the item yet. */
export const reopenFanOut = statement<
  { id: number },
  [accountId: number, eventableId: number, action: string]
>(
  'reopen_fan_out',
  `UPDATE event SET fanned_out_at = NULL
   WHERE account_id = $1 AND eventable_id = $2 AND action = $3::event_action
     AND NOT backfilled AND id > event_id_at(now() - interval '72 hours')
   RETURNING id`,
);

/** Home entries go with it. */
export const deleteEvent = statement<never, [accountId: number, eventableId: number, action: string]>(
  'delete_event',
  `DELETE FROM event WHERE account_id = $1 AND eventable_id = $2 AND action = $3::event_action`,
);

/**
 * SQL that gives an event its id for the fan-out. One that is older than 5 s, or that a later one overtook while nobody
 * could see it wait, moves to now, so that no client's `min_id` has jumped over it.
 * The upper bound, which no id exceeds, tells PostgreSQL that later events are few.
 */
const settledId = `
  CASE WHEN e.fan_snapshot IS NULL AND (
    e.id < event_id_at(clock_timestamp() - interval '5 seconds')
    OR EXISTS (
      SELECT 1 FROM event later
      WHERE later.id > e.id AND later.id < event_id_at(now() + interval '1 minute') AND later.fan_snapshot IS NOT NULL
        AND NOT pg_visible_in_snapshot(e.txid::text::xid8, later.fan_snapshot)))
  THEN next_event_id() ELSE e.id END`;

export interface Fanning {
  id: number;
  account_id: number;
  eventable_id: number;
}

/** Before the first batch. An event that moves is still found by the id it had. Remembers what the fan-out saw. */
export const beginFanOut = statement<Fanning, [eventId: number]>(
  'begin_fan_out',
  `UPDATE event e SET
     fan_snapshot = coalesce(e.fan_snapshot, pg_current_snapshot()), moved_from = $1, id = ${settledId}
   WHERE e.id = coalesce((SELECT id FROM event WHERE moved_from = $1), $1) AND e.fanned_out_at IS NULL
   RETURNING e.id, e.account_id, e.eventable_id`,
);

/**
 * Those of the events whose author has at most `most` followers; done with, for nobody sees it before their entries are
 * committed too. Written once: a second time would look at the items, which whoever deletes one holds, and wait in a circle.
 */
export const settleSmallFanOuts = statement<
  Fanning & { asked_id: number },
  [eventIds: number[], most: number]
>(
  'settle_small_fan_outs',
  `UPDATE event e SET
     fan_snapshot = coalesce(e.fan_snapshot, pg_current_snapshot()), id = ${settledId}, fanned_out_at = clock_timestamp()
   FROM unnest($1::bigint[]) AS asked (id)
   WHERE e.id = asked.id AND e.fanned_out_at IS NULL
     AND (SELECT count(*) FROM (SELECT FROM follow f WHERE f.followee_id = e.account_id LIMIT $2::int + 1) few) <= $2
   RETURNING asked.id AS asked_id, e.id, e.account_id, e.eventable_id`,
);

/** Keeps two fan-outs of one item from passing each other; what comes after it in the transaction sees what the first one wrote. */
export const lockFanOuts = statement<never, [eventableIds: number[]]>(
  'lock_fan_outs',
  `SELECT pg_advisory_xact_lock(hashtextextended('fan-out', id))
   FROM (SELECT DISTINCT unnest($1::bigint[]) AS id ORDER BY id) items`,
);

/** SQL for the entry that shows a follower the item already: one object appears once per 72 h, whoever boosts it. */
const shown = (item: string, follower: string) => `
  SELECT 1 FROM home_entry h WHERE h.eventable_id = ${item} AND h.account_id = ${follower}
    AND h.event_id > event_id_at(now() - interval '72 hours')`;

const mentioned = (item: string, follower: string) =>
  `SELECT 1 FROM mention m WHERE m.eventable_id = ${item} AND m.account_id = ${follower}`;

/**
 * All followers of the authors of some events at once. What is shown already is left out, and not looked for where nobody was shown anything; should another transaction write the
 * same entry meanwhile, this one fails, and each event is carried on its own. OFFSET 0 and sub-selects have everything looked up one by one: some have so many followers that PostgreSQL would read all follows.
 */
export const fanOutTogether = statement<
  never,
  [eventIds: number[], accountIds: number[], eventableIds: number[]]
>(
  'fan_out_together',
  `WITH given AS MATERIALIZED (
     SELECT g.*, (SELECT visibility FROM eventable WHERE id = g.eventable_id) AS visibility,
       (SELECT 1 FROM home_entry h WHERE h.eventable_id = g.eventable_id LIMIT 1) IS NOT NULL AS seen
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS g (id, account_id, eventable_id)
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT DISTINCT ON (f.follower_id, given.eventable_id) f.follower_id, given.id, given.eventable_id
   FROM given CROSS JOIN LATERAL (SELECT follower_id FROM follow WHERE followee_id = given.account_id OFFSET 0) f
   WHERE (SELECT host FROM account WHERE id = f.follower_id) = ''
     AND NOT (given.seen AND EXISTS (${shown('given.eventable_id', 'f.follower_id')} OFFSET 0))
     AND (given.visibility <> 'direct' OR EXISTS (${mentioned('given.eventable_id', 'f.follower_id')} OFFSET 0))
   ORDER BY f.follower_id, given.eventable_id, given.id`,
);

/**
 * One batch of followers above `$3`, in order of their ids; returns where it ended, or null at the end. The event is held
 * fast until the transaction ends: nothing is written for one that is gone.
 */
export const fanOutBatch = statement<
  { last: number | null },
  [eventId: number, accountId: number, above: number, limit: number, eventableId: number]
>(
  'fan_out_batch',
  `WITH held AS MATERIALIZED (SELECT id FROM event WHERE id = $1 FOR KEY SHARE),
   batch AS MATERIALIZED (
     SELECT f.follower_id FROM held, follow f
     WHERE f.followee_id = $2 AND f.follower_id > $3 ORDER BY f.follower_id LIMIT $4
   ), written AS (
     INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT b.follower_id, $1, $5
     FROM batch b JOIN account fa ON fa.id = b.follower_id AND fa.host = ''
     WHERE NOT EXISTS (${shown('$5', 'b.follower_id')} AND h.account_id > $3)
       AND ((SELECT visibility FROM eventable WHERE id = $5) <> 'direct' OR EXISTS (${mentioned('$5', 'b.follower_id')}))
     ON CONFLICT DO NOTHING
   )
   SELECT CASE WHEN count(*) = $4 THEN max(follower_id) END AS last FROM batch`,
);

export const endFanOuts = statement<never, [eventIds: number[]]>(
  'end_fan_outs',
  `UPDATE event SET fanned_out_at = clock_timestamp() WHERE id = ANY($1::bigint[])`,
);

/**
 * SQL for events that show a follower an item in the place of one that goes: live ones of the last 72 h, by accounts
 * followed since before they happened.
 */
const another = (item: string, follower: string, than: string) => `
  SELECT o.id FROM event o
  JOIN follow f ON f.followee_id = o.account_id AND f.follower_id = ${follower} AND event_id_at(f.created_at) <= o.id
  WHERE o.eventable_id = ${item} AND ${than} AND NOT o.backfilled
    AND o.id > event_id_at(now() - interval '72 hours')
  ORDER BY o.id LIMIT 1`;

/** SQL, before events `e` that meet the condition are deleted: whom they showed an item are shown it by others that stand. */
export const passingEntriesOn = (condition: string): string => `
  INSERT INTO home_entry (account_id, event_id, eventable_id)
  SELECT h.account_id, other.id, h.eventable_id
  FROM event e JOIN home_entry h ON h.eventable_id = e.eventable_id AND h.event_id = e.id
  CROSS JOIN LATERAL (${another('h.eventable_id', 'h.account_id', 'o.id <> e.id')}) AS other
  WHERE ${condition} AND NOT EXISTS (
    SELECT 1 FROM home_entry x
    WHERE x.eventable_id = h.eventable_id AND x.account_id = h.account_id AND x.event_id <> e.id)
  ON CONFLICT DO NOTHING`;

type OneEvent = [accountId: number, eventableId: number, action: string];
const oneEvent = 'e.account_id = $1 AND e.eventable_id = $2 AND e.action = $3::event_action';

/** Before `lockFanOuts`, as those do who carry it into timelines: else they would wait for one another. */
export const lockEvent = statement<never, OneEvent>(
  'lock_event',
  `SELECT FROM event e WHERE ${oneEvent} FOR NO KEY UPDATE`,
);

export const passEntriesOn = statement<never, OneEvent>('pass_entries_on', passingEntriesOn(oneEvent));

/** The timeline of somebody who no longer follows, or who is blocked, loses that account's events; others may show the same. */
export const forgetEventsOf = statement<never, [homeOf: number, accountId: number]>(
  'forget_events_of',
  `WITH gone AS (
     DELETE FROM home_entry h USING event e
     WHERE h.account_id = $1 AND h.event_id = e.id AND e.account_id = $2
     RETURNING h.eventable_id
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, other.id, gone.eventable_id FROM gone
   CROSS JOIN LATERAL (${another('gone.eventable_id', '$1', 'o.account_id <> $2')}) AS other
   ON CONFLICT DO NOTHING`,
);

/** Keeps the newest 800 of each home timeline. */
export const trimHomes = statement<never, []>(
  'trim_homes',
  `DELETE FROM home_entry h USING (
     SELECT account_id, (array_agg(event_id ORDER BY event_id DESC))[800] AS oldest
     FROM home_entry GROUP BY account_id HAVING count(*) > 800
   ) long WHERE h.account_id = long.account_id AND h.event_id < long.oldest`,
);
