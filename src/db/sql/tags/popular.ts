/** Reads the hashtags that most people use at present. */
import { statement } from '../../statement.ts';
import { unmuted } from '../items/unmuted.ts';
import { listed, unblocked } from '../items/visibility.ts';

/** Among the newest uses in the last 7 days, whose number bounds the time. */
export const selectPopularTags = statement<
  { tag: string; people: number },
  [viewer: number | null, maxUses: number, limit: number]
>(
  'select_popular_tags',
  `SELECT recent.tag, count(DISTINCT recent.account_id)::int AS people
   FROM (
     SELECT it.tag, ev.account_id FROM item_tag it JOIN event ev ON ev.id = it.event_id
       JOIN eventable e ON e.id = ev.eventable_id AND e.publication = 'published'
     WHERE it.event_id > event_id_at(now() - interval '7 days')
     ORDER BY it.event_id DESC LIMIT $2
   ) recent JOIN account a ON a.id = recent.account_id
   WHERE a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.discoverable AND ${listed()} AND ${unmuted()} AND ${unblocked('a.id')}
   GROUP BY recent.tag ORDER BY people DESC, recent.tag LIMIT $3`,
);
