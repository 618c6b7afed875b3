/** Reads how much hashtags are used, and whether a viewer follows them. */
import { statement } from '../../statement.ts';

export interface TagRow {
  tag: string;
  uses: number;
  following: boolean;
}

/** Counts the public items of active accounts that are not limited, in the last 7 days, at most `maxUses`. */
export const selectTags = statement<TagRow, [viewer: number | null, tags: string[], maxUses: number]>(
  'select_tags',
  `SELECT asked.tag, recent.uses,
     EXISTS (SELECT 1 FROM tag_follow tf WHERE tf.account_id = $1 AND tf.tag = asked.tag) AS following
   FROM unnest($2::text[]) WITH ORDINALITY AS asked (tag, place)
   CROSS JOIN LATERAL (
     SELECT count(*) AS uses FROM (
       SELECT FROM item_tag it JOIN event ev ON ev.id = it.event_id JOIN account a ON a.id = ev.account_id
       WHERE it.tag = asked.tag AND it.event_id > event_id_at(now() - interval '7 days')
         AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.limited_at IS NULL
       LIMIT $3) few
   ) recent
   ORDER BY asked.place`,
);
