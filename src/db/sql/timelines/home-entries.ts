/** Adds entries to one home timeline when a follow begins, removes them when it ends, and keeps home timelines short. */
import { statement } from '../../statement.ts';
import { alternativeEvent, isNoReply } from '../items/events.ts';
import { hidesBoostsOf } from '../items/unmuted.ts';
import { visible } from '../items/visibility.ts';

/**
 * Returns the newest events of `followeeId` that the follower may see, without replies, or nothing without a follow. The
 * follow stays locked, so that an unfollow waits and then removes what was added. So do the events, because a fan-out may
 * change their ids. The condition on the follow is a sub-select, so that the index of events yields them in order.
 */
export const selectEventsToBackfill = statement<
  { id: number; eventable_id: number },
  [followerId: number, host: null, followeeId: number, limit: number]
>(
  'select_events_to_backfill',
  `WITH followed AS MATERIALIZED (
     SELECT 1 FROM follow WHERE follower_id = $1 AND followee_id = $3 FOR KEY SHARE
   )
   SELECT ev.id, ev.eventable_id FROM event ev
     JOIN eventable e ON e.id = ev.eventable_id JOIN account a ON a.id = e.account_id
   WHERE (SELECT 1 FROM followed) IS NOT NULL AND ev.account_id = $3 AND ev.action <> 'reply'
     AND ${visible('e', 'a', '$1', 'member')}
   ORDER BY ev.id DESC LIMIT $4 FOR KEY SHARE OF ev`,
);

/** Adds each item once, unless the timeline shows it already. Call after `lockFanOuts`. */
export const insertBackfilledEntries = statement<
  never,
  [followerId: number, eventIds: number[], eventableIds: number[]]
>(
  'insert_backfilled_entries',
  `INSERT INTO home_entry (account_id, event_id, eventable_id, backfilled)
   SELECT $1, max(ev.id), ev.eventable_id, true FROM unnest($2::bigint[], $3::bigint[]) AS ev (id, eventable_id)
   WHERE NOT EXISTS (
     SELECT 1 FROM home_entry h WHERE h.eventable_id = ev.eventable_id AND h.account_id = $1 AND ${isNoReply('h')} OFFSET 0)
   GROUP BY ev.eventable_id
   ON CONFLICT DO NOTHING`,
);

/** Keeps the newest 800 entries of each home timeline. */
export const trimHomeTimelines = statement<never, []>(
  'trim_home_timelines',
  `DELETE FROM home_entry h USING (
     SELECT account_id, (array_agg(event_id ORDER BY event_id DESC))[800] AS oldest
     FROM home_entry GROUP BY account_id HAVING count(*) > 800
   ) long WHERE h.account_id = long.account_id AND h.event_id < long.oldest`,
);

/**
 * Removes an account's events from a home timeline after an unfollow or a block. Other events may show the same items. The
 * sub-select makes PostgreSQL read the timeline, which is short, instead of all events of the account.
 */
export const removeEntriesBy = statement<never, [homeOf: number, accountId: number]>(
  'remove_entries_by',
  `WITH removed AS (
     DELETE FROM home_entry h WHERE h.account_id = $1 AND (SELECT account_id FROM event WHERE id = h.event_id) = $2
     RETURNING h.eventable_id
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, other.id, removed.eventable_id FROM removed
   CROSS JOIN LATERAL (${alternativeEvent('removed.eventable_id', '$1', 'o.account_id <> $2')}) AS other
   ON CONFLICT DO NOTHING`,
);

/** Shows other boosts instead of those by an account whose boosts the member hides. Without another one the entry stays, hidden. */
export const replaceHiddenBoosts = statement<never, [homeOf: number, accountId: number]>(
  'replace_hidden_boosts',
  `WITH found AS MATERIALIZED (
     SELECT h.event_id, h.eventable_id, other.id AS other_id FROM home_entry h JOIN event e ON e.id = h.event_id
     CROSS JOIN LATERAL (${alternativeEvent('h.eventable_id', '$1', `o.account_id <> $2 AND o.action <> 'reply' AND NOT (o.action = 'boost' AND ${hidesBoostsOf('$1', 'o.account_id')})`)}) AS other
     WHERE h.account_id = $1 AND e.account_id = $2 AND e.action = 'boost'
   ), removed AS (
     DELETE FROM home_entry h USING found WHERE h.account_id = $1 AND h.event_id = found.event_id
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, other_id, eventable_id FROM found ON CONFLICT DO NOTHING`,
);
