/** Statements on followed hashtags. */
import { statement } from '../../statement.ts';

type OneTag = [accountId: number, tag: string];

/** Serialises the tags that an account follows, so that the limit holds. */
export const lockTagFollows = statement<never, [accountId: number]>(
  'lock_tag_follows',
  `SELECT pg_advisory_xact_lock(hashtextextended('tag-follows', $1::bigint))`,
);

export const countOtherTagFollows = statement<{ count: number }, OneTag>(
  'count_other_tag_follows',
  `SELECT count(*) AS count FROM tag_follow WHERE account_id = $1 AND tag <> $2`,
);

export const insertTagFollow = statement<never, OneTag>(
  'insert_tag_follow',
  `INSERT INTO tag_follow (account_id, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);

/** Deletes the follow, and the home entries that no other followed account or hashtag explains. */
export const deleteTagFollow = statement<never, OneTag>(
  'delete_tag_follow',
  `WITH gone AS (DELETE FROM tag_follow WHERE account_id = $1 AND tag = $2 RETURNING tag)
   DELETE FROM home_entry h USING gone, item_tag it, event ev
   WHERE h.account_id = $1 AND it.tag = gone.tag AND it.event_id = h.event_id AND ev.id = h.event_id
     AND NOT EXISTS (SELECT 1 FROM follow f WHERE f.follower_id = $1 AND f.followee_id = ev.account_id)
     AND NOT EXISTS (
       SELECT 1 FROM item_tag other JOIN tag_follow tf ON tf.account_id = $1 AND tf.tag = other.tag
       WHERE other.event_id = h.event_id AND other.tag <> $2)`,
);

/** In alphabetical order. */
export const selectFollowedTags = statement<{ tag: string }, [accountId: number]>(
  'select_followed_tags',
  `SELECT tag FROM tag_follow WHERE account_id = $1 ORDER BY tag`,
);
