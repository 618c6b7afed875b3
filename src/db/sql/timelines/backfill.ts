/** Adds the newest events of a newly followed account to one home timeline. */
import { statement } from '../../statement.ts';
import { isNoReply } from '../items/events.ts';
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
