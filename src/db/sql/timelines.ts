/** Statements on timelines and home entries. */
import { type Direction, inBothDirections, type RowOf, statement } from '../statement.ts';
import { alternativeEvent, isNoReply } from './events.ts';
import { mediaVersion } from './versions.ts';
import {
  cardColumns,
  eventUnmuted,
  hidesBoostsOf,
  inBothDirectionsPerViewer,
  isHiddenBoost,
  listed,
  mediaColumn,
  mutedSets,
  statementPerViewer,
  summaryColumns,
  unblocked,
  unmuted,
  type ViewerVariant,
  viewerColumns,
  visible,
  visibleParent,
  visibleRecipe,
} from './visibility.ts';

// Adds entries to one home timeline when a follow begins, removes them when it ends, and keeps home timelines short

/**
 * Returns the newest events of `followeeId` that the follower may see, without replies, or nothing without a follow.
 * The follow stays locked, so that an unfollow waits and then removes what was added. So do the events, because a
 * fan-out may change their ids. The condition on the follow is a sub-select, so that the index of events yields them in
 * order.
 */
export const selectEventsToBackfill = statement(
  'select_events_to_backfill',
  ['followerId', 'host?', 'followeeId', 'limit'],
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
export const insertBackfilledEntries = statement(
  'insert_backfilled_entries',
  ['followerId', 'eventIds', 'eventableIds'],
  `INSERT INTO home_entry (account_id, event_id, eventable_id, backfilled)
   SELECT $1, max(ev.id), ev.eventable_id, true FROM unnest($2::bigint[], $3::bigint[]) AS ev (id, eventable_id)
   WHERE NOT EXISTS (
     SELECT 1 FROM home_entry h WHERE h.eventable_id = ev.eventable_id AND h.account_id = $1
       AND ${isNoReply('h')} OFFSET 0)
   GROUP BY ev.eventable_id
   ON CONFLICT DO NOTHING`,
);

/** Keeps the newest 800 entries of each home timeline. */
export const trimHomeTimelines = statement(
  'trim_home_timelines',
  [],
  `DELETE FROM home_entry h USING (
     SELECT account_id, (array_agg(event_id ORDER BY event_id DESC))[800] AS oldest
     FROM home_entry GROUP BY account_id HAVING count(*) > 800
   ) long WHERE h.account_id = long.account_id AND h.event_id < long.oldest`,
);

/**
 * Removes an account's events from a home timeline after an unfollow or a block. Other events may show the same items.
 * The sub-select makes PostgreSQL read the timeline, which is short, instead of all events of the account.
 */
export const removeEntriesBy = statement(
  'remove_entries_by',
  ['homeOf', 'accountId'],
  `WITH removed AS (
     DELETE FROM home_entry h WHERE h.account_id = $1 AND (SELECT account_id FROM event WHERE id = h.event_id) = $2
     RETURNING h.eventable_id
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, other.id, removed.eventable_id FROM removed
   CROSS JOIN LATERAL (${alternativeEvent('removed.eventable_id', '$1', 'o.account_id <> $2')}) AS other
   ON CONFLICT DO NOTHING`,
);

const isShownInstead = `o.account_id <> $2 AND o.action <> 'reply'
  AND NOT (o.action = 'boost' AND ${hidesBoostsOf('$1', 'o.account_id')})`;

/**
 * Shows other boosts instead of those by an account whose boosts the member hides. Without another one the entry stays,
 * hidden.
 */
export const replaceHiddenBoosts = statement(
  'replace_hidden_boosts',
  ['homeOf', 'accountId'],
  `WITH found AS MATERIALIZED (
     SELECT h.event_id, h.eventable_id, other.id AS other_id FROM home_entry h JOIN event e ON e.id = h.event_id
     CROSS JOIN LATERAL (${alternativeEvent('h.eventable_id', '$1', isShownInstead)}) AS other
     WHERE h.account_id = $1 AND e.account_id = $2 AND e.action = 'boost'
   ), removed AS (
     DELETE FROM home_entry h USING found WHERE h.account_id = $1 AND h.event_id = found.event_id
   )
   INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, other_id, eventable_id FROM found ON CONFLICT DO NOTHING`,
);

// Reads timeline pages: rows that depend on the viewer, and the events that are not cached

/**
 * SQL: the row with this id, which is looked up for each row before it. Those keep their order, so the page ends after
 * its last row. A join with a small table would be planned to read, join and sort everything before.
 */
const lookUp = (table: 'account' | 'event' | 'eventable', as: string, id: string) =>
  `CROSS JOIN LATERAL (SELECT xmin, * FROM ${table} WHERE id = ${id} OFFSET 0) ${as}`;

const eventJoins = `
  ${lookUp('account', 'actor', 'ev.account_id')}
  ${lookUp('eventable', 'e', 'ev.eventable_id')}
  ${lookUp('account', 'a', 'e.account_id')}`;

/** Covers every row that an event shows, for all viewers. */
const eventVersion = `concat_ws('|', ev.xmin, actor.xmin, e.xmin, a.xmin, ${mediaVersion}) AS version`;

/** An event of a draft is left from the time when it was published, and is about to be deleted. */
const isShown = (variant: ViewerVariant, viewer = '$1') => `${visible('e', 'a', viewer, variant)}
  AND e.publication = 'published'
  AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
  AND ${unblocked('ev.account_id', viewer, variant)}`;

const timelineRowSelect = (variant: ViewerVariant, viewer = '$1') =>
  `SELECT ev.id, ${eventVersion}, ${viewerColumns('e', '', variant, viewer)},
    ${visibleRecipe('e', variant, viewer)} AS "recipeId", ${visibleParent('e', variant, viewer)} AS "inReplyToId"`;

export type TimelineRow = RowOf<typeof selectHomeWithOwn.newest>;

const homeRows = `FROM home_entry h ${lookUp('event', 'ev', 'h.event_id')} ${eventJoins}`;
const withoutReplies = `ev.action <> 'reply'`;
/** Replies of followed accounts to followed accounts, once: a boost of a reply takes its place. */
const withKnownReplies = `(ev.action <> 'reply' OR EXISTS (
  SELECT 1 FROM eventable parent JOIN follow f ON f.followee_id = parent.account_id AND f.follower_id = requested.viewer
  WHERE parent.id = e.in_reply_to_id) AND NOT EXISTS (
  SELECT 1 FROM home_entry shown WHERE shown.eventable_id = h.eventable_id AND shown.account_id = h.account_id
    AND shown.event_id <> h.event_id AND ${isNoReply('shown')} AND NOT ${isHiddenBoost('shown')} OFFSET 0))`;

/**
 * Reads home pages of several members; `place` is the 1-based position in the arrays. Pages end below the oldest event
 * whose fan-out is unfinished, so no event appears later below a client's cursor.
 */
const homeTimelines = (direction: Direction, replies: string) => `
  SELECT page.*, requested.place
  FROM unnest($1::bigint[], $3::bigint[], $4::bigint[], $5::int[]) WITH ORDINALITY AS requested (viewer, above, below,
    max_rows, place)
  CROSS JOIN (SELECT min(id) AS id FROM event WHERE fanned_out_at IS NULL
    AND id > event_id_at(now() - interval '5 seconds')) unfinished
  CROSS JOIN LATERAL ${mutedSets('requested.viewer')}
  CROSS JOIN LATERAL (
    ${timelineRowSelect('member', 'requested.viewer')}
    ${homeRows}
    WHERE h.account_id = requested.viewer AND h.event_id > requested.above AND h.event_id < least(requested.below,
      unfinished.id)
      AND ${replies} AND ${isShown('member', 'requested.viewer')} AND ${eventUnmuted}
    ORDER BY h.event_id ${direction} LIMIT requested.max_rows) page
  ORDER BY requested.place, page.id ${direction}`;

export const selectHomeTimelines = inBothDirections(
  'select_home_timelines',
  ['accountIds', 'host?', 'above', 'below', 'limits'],
  (direction) => homeTimelines(direction, withoutReplies),
  { notNull: ['version', 'liked', 'boosted', 'place'] },
);
export const selectHomeTimelinesWithReplies = inBothDirections(
  'select_home_timelines_with_replies',
  ['accountIds', 'host?', 'above', 'below', 'limits'],
  (direction) => homeTimelines(direction, withKnownReplies),
  { notNull: ['version', 'liked', 'boosted', 'place'] },
);

/**
 * Like the home timeline, with what the member published. An own item stands where it was published: boosts of it are
 * left out. Own items do not wait for their fan-out, so that members see at once what they publish.
 */
const homeWithOwn = (direction: Direction) => `
  SELECT page.* FROM ${mutedSets('$1')} CROSS JOIN LATERAL (
    (${timelineRowSelect('member')} ${homeRows}
     WHERE h.account_id = $1 AND h.event_id > $3
       AND h.event_id < least($4, (SELECT min(id) FROM event WHERE fanned_out_at IS NULL
         AND id > event_id_at(now() - interval '5 seconds')))
       AND ${withoutReplies} AND e.account_id <> $1 AND ${isShown('member')} AND ${eventUnmuted}
     ORDER BY h.event_id ${direction} LIMIT $5)
    UNION ALL
    (${timelineRowSelect('member')} FROM event ev ${eventJoins}
     WHERE ev.account_id = $1 AND ev.action NOT IN ('boost', 'reply') AND ev.id > $3 AND ev.id < $4
       AND ${isShown('member')}
     ORDER BY ev.id ${direction} LIMIT $5)
  ) page ORDER BY id ${direction} LIMIT $5`;

/**
 * `version`: Changes whenever the event shows something else.
 * `recipeId`, `inReplyToId`: The recipe cooked and the parent, if the viewer may see them.
 */
export const selectHomeWithOwn = inBothDirections(
  'select_home_with_own',
  ['accountId', 'host?', 'above', 'below', 'limit'],
  homeWithOwn,
  { notNull: ['id', 'version', 'liked', 'boosted'] },
);

/** Public creations. One partial index covers them, another the local ones. */
const publicTimeline = (direction: Direction, local: boolean) => (variant: ViewerVariant) =>
  `
  ${timelineRowSelect(variant)}
  FROM event ev ${eventJoins}
  WHERE ev.action = 'create' ${local ? 'AND ev.local' : ''} AND ev.id > $3 AND ev.id < $4
    AND e.visibility = 'public' AND ${listed('a', '$1', variant)} AND ${unmuted('a', '$1', variant)}
      AND ${isShown(variant)}
  ORDER BY ev.id ${direction} LIMIT $5`;

export const selectPublic = inBothDirectionsPerViewer(
  'select_public',
  ['above', 'below', 'limit'],
  (direction) => publicTimeline(direction, false),
  { notNull: ['version', 'liked', 'boosted'] },
);
export const selectLocal = inBothDirectionsPerViewer(
  'select_local',
  ['above', 'below', 'limit'],
  (direction) => publicTimeline(direction, true),
  { notNull: ['version', 'liked', 'boosted'] },
);

/** Public items with a hashtag, also replies. */
const tagTimeline = (direction: Direction) => (variant: ViewerVariant) =>
  `
  ${timelineRowSelect(variant)}
  FROM item_tag t ${lookUp('event', 'ev', 't.event_id')} ${eventJoins}
  WHERE t.tag = $6 AND t.event_id > $3 AND t.event_id < $4 AND e.visibility = 'public'
    AND ${listed('a', '$1', variant)} AND ${unmuted('a', '$1', variant)} AND ${isShown(variant)}
  ORDER BY t.event_id ${direction} LIMIT $5`;

export const selectTagTimeline = inBothDirectionsPerViewer(
  'select_tag_timeline',
  ['above', 'below', 'limit', 'tag'],
  tagTimeline,
  { notNull: ['version', 'liked', 'boosted'] },
);

const accountTimeline = (direction: Direction) => (variant: ViewerVariant) =>
  `
  ${timelineRowSelect(variant)}
  FROM event ev ${eventJoins}
  WHERE ev.account_id = $6 AND ev.id > $3 AND ev.id < $4 AND ($7 OR ev.action <> 'reply') AND ${isShown(variant)}
  ORDER BY ev.id ${direction} LIMIT $5`;

export const selectAccountTimeline = inBothDirectionsPerViewer(
  'select_account_timeline',
  ['above', 'below', 'limit', 'accountId', 'withReplies'],
  accountTimeline,
  { notNull: ['version', 'liked', 'boosted'] },
);

/** Reads everything that visible events show. */
export const selectEvents = statementPerViewer(
  'select_events',
  ['ids'],
  (variant) => `
  SELECT ev.id, ev.action, ev.created_at AS "createdAt", ${eventVersion}, ${cardColumns('actor', 'account.')},
    ${summaryColumns('e', 'object.', variant)}, ${cardColumns('a', 'object.account.')},
    ${viewerColumns('e', 'object.', variant)}, ${mediaColumn('e', 4, 'object.')}
  FROM event ev ${eventJoins}
  WHERE ev.id = ANY($3::bigint[]) AND ${isShown(variant)}`,
);
