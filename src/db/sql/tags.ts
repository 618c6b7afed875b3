/** Statements on hashtags. */
import { type RowOf, statement } from '../statement.ts';
import { hasLocalFollowerSql } from './discovery.ts';
import { listed, unblocked, unmuted, visible, withAuthor } from './visibility.ts';

// Reads how much hashtags are used, and whether a viewer follows them

export type TagRow = RowOf<typeof selectTags>;

/** Counts the public items of active accounts that are not limited, in the last 7 days, at most `maxUses`. */
export const selectTags = statement(
  'select_tags',
  ['viewer?', 'tags', 'maxUses'],
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
  { notNull: ['tag', 'uses', 'following'] },
);

// Reads what the hashtags of an item are derived from

export const selectTagSources = statement(
  'select_tag_sources',
  ['id'],
  `SELECT coalesce(tags, '{}') AS tags, content FROM eventable WHERE id = $1`,
  { notNull: ['tags'] },
);

// Computes the hashtags that most people use at present, and lists those that a viewer may see

/** Older uses of the week are not counted, and rarer hashtags not stored. */
const maxTrendUses = 2_000;
const maxTrends = 50;
/** For one viewer, among the newest uses of a hashtag. */
const maxUsesForViewer = 20;

const usesOfWeek = `it.event_id > event_id_at(now() - interval '7 days')`;

export const refreshTagTrends = statement(
  'refresh_tag_trends',
  [],
  `WITH popular AS MATERIALIZED (
     SELECT recent.tag, count(DISTINCT recent.account_id)::int AS people
     FROM (
       SELECT it.tag, ev.account_id FROM item_tag it JOIN event ev ON ev.id = it.event_id
         JOIN eventable e ON e.id = ev.eventable_id AND e.publication = 'published'
       WHERE ${usesOfWeek} ORDER BY it.event_id DESC LIMIT ${maxTrendUses}
     ) recent JOIN account a ON a.id = recent.account_id
     WHERE a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.discoverable AND a.limited_at IS NULL
     GROUP BY recent.tag ORDER BY people DESC, recent.tag LIMIT ${maxTrends}
   ), gone AS (
     DELETE FROM tag_trend t WHERE NOT EXISTS (SELECT 1 FROM popular WHERE popular.tag = t.tag)
   )
   INSERT INTO tag_trend (tag, people) SELECT tag, people FROM popular ORDER BY tag
   ON CONFLICT (tag) DO UPDATE SET people = excluded.people WHERE tag_trend.people <> excluded.people`,
);

/**
 * The hashtags of most people first. One is listed if the viewer may see one of its newest items. The inner query keeps
 * PostgreSQL from looking at items before it has ordered the hashtags.
 */
export const listTrendingTags = statement(
  'list_trending_tags',
  ['accountId?', 'host?', 'limit'],
  `SELECT t.tag FROM (SELECT * FROM tag_trend ORDER BY people DESC, tag LIMIT ${maxTrends}) t
   WHERE EXISTS (
     SELECT 1 FROM (
       SELECT it.event_id FROM item_tag it WHERE it.tag = t.tag AND ${usesOfWeek}
       ORDER BY it.event_id DESC LIMIT ${maxUsesForViewer}
     ) recent JOIN event ev ON ev.id = recent.event_id JOIN eventable e ON e.id = ev.eventable_id ${withAuthor}
     WHERE a.discoverable AND ${listed()} AND ${unmuted()} AND ${visible()})
   ORDER BY t.people DESC, t.tag LIMIT $3`,
);

// Statements on followed hashtags

/** Serialises the tags that an account follows, so that the limit holds. */
export const lockTagFollows = statement(
  'lock_tag_follows',
  ['accountId'],
  `SELECT pg_advisory_xact_lock(hashtextextended('tag-follows', $1::bigint))`,
);

export const countOtherTagFollows = statement(
  'count_other_tag_follows',
  ['accountId', 'tag'],
  `SELECT count(*) AS count FROM tag_follow WHERE account_id = $1 AND tag <> $2`,
  { notNull: ['count'] },
);

export const insertTagFollow = statement(
  'insert_tag_follow',
  ['accountId', 'tag'],
  `INSERT INTO tag_follow (account_id, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);

/** Deletes the follow, and the home entries that no other followed account or hashtag explains. */
export const deleteTagFollow = statement(
  'delete_tag_follow',
  ['accountId', 'tag'],
  `WITH gone AS (DELETE FROM tag_follow WHERE account_id = $1 AND tag = $2 RETURNING tag)
   DELETE FROM home_entry h USING gone, item_tag it, event ev
   WHERE h.account_id = $1 AND it.tag = gone.tag AND it.event_id = h.event_id AND ev.id = h.event_id
     AND NOT EXISTS (SELECT 1 FROM follow f WHERE f.follower_id = $1 AND f.followee_id = ev.account_id)
     AND NOT EXISTS (
       SELECT 1 FROM item_tag other JOIN tag_follow tf ON tf.account_id = $1 AND tf.tag = other.tag
       WHERE other.event_id = h.event_id AND other.tag <> $2)`,
);

/** In alphabetical order. */
export const selectFollowedTags = statement(
  'select_followed_tags',
  ['accountId'],
  `SELECT tag FROM tag_follow WHERE account_id = $1 ORDER BY tag`,
);

// SQL on the followers of an item's hashtags, whose home timelines show it if it is public and no reply

/** SQL: a local account follows a hashtag of the item. `item` is a relation with the columns of an eventable. */
export const hasTagFollowerSql = (item: string): string => `(${item}.visibility = 'public' AND EXISTS (
  SELECT 1 FROM tag_follow WHERE tag = ANY(${item}.hashtags)))`;

/** SQL: an event has local followers, of its account or of a hashtag of the item that it creates. */
export const concernsLocalFollowerSql = (action: string, accountId: string, itemId: string): string => `(
  ${hasLocalFollowerSql(accountId)} OR (${action}::event_action = 'create' AND EXISTS (
    SELECT 1 FROM eventable tagged WHERE tagged.id = ${itemId} AND ${hasTagFollowerSql('tagged')})))`;

/**
 * SQL for the accounts that follow a hashtag of an event, some of them twice, without its author. The inner query keeps
 * PostgreSQL from reading all follows; `rest` restricts it further.
 */
export const tagFollowersSql = (eventId: string, authorId: string, rest = 'OFFSET 0'): string => `
  SELECT fans.account_id AS follower_id FROM item_tag it CROSS JOIN LATERAL (
    SELECT tf.account_id FROM tag_follow tf
    WHERE tf.tag = it.tag AND tf.account_id <> ${authorId} AND ${unblocked(authorId, 'tf.account_id')} ${rest}
  ) fans
  WHERE it.event_id = ${eventId} AND (SELECT action FROM event WHERE id = ${eventId}) = 'create'`;
