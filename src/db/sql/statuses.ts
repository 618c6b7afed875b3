/** Statements on statuses: threads, mentions and batches from other servers. */
import {
  type AsDescribed,
  commitsAsynchronously,
  type Direction,
  inBothDirections,
  type Json,
  statement,
} from '../statement.ts';
import type { Statements } from '../statement-types.ts';
import { hasLocalFollowerSql } from './discovery.ts';
import { nextEventIdSql } from './events.ts';
import { notDeletedSql } from './item-removal.ts';
import {
  assignmentsFrom,
  freeSlugSql,
  fullItemSelect,
  type ItemColumns,
  insertIngredientsSql,
  insertStepsSql,
  writtenColumns,
} from './items.ts';
import { enqueueInSql } from './jobs.ts';
import { insertMediaSql, mediaFromJson, type RemoteMediumJson, replaceMediaSql, storedKeysSql } from './media.ts';
import { hasTagFollowerSql } from './tags.ts';
import { hostUnblocked, listed, visible, withAuthor } from './visibility.ts';

// Finds how widely an item may be shown that copies ingredients or steps of somebody else's recipe

/**
 * The visibility of the nearest source of another account, through sources of the author's own. No row without such a
 * source, and for an item without ingredients and steps.
 */
export const selectVisibilityCeiling = statement(
  'select_visibility_ceiling',
  ['id'],
  `WITH RECURSIVE source AS (
     SELECT coalesce(recipe_id, forked_from_id) AS id, account_id, 1 AS depth FROM eventable
     WHERE id = $1 AND (EXISTS (SELECT 1 FROM ingredient WHERE eventable_id = $1) OR EXISTS (SELECT 1 FROM step
       WHERE eventable_id = $1))
     UNION ALL
     SELECT coalesce(e.recipe_id, e.forked_from_id), s.account_id, s.depth + 1
     FROM source s JOIN eventable e ON e.id = s.id AND e.account_id = s.account_id WHERE s.depth < 20
   )
   SELECT e.visibility FROM source s JOIN eventable e ON e.id = s.id AND e.account_id <> s.account_id`,
);

// Inserts plain remote items and updates plain remote statuses, many in one statement

type DescribedJson = NonNullable<Statements['insert_plain_items']['parameters'][0]['value']>[number];

interface IncomingJson extends Pick<DescribedJson, 'ingredients' | 'steps'> {
  place: number;
  item: Partial<ItemColumns>;
  media: RemoteMediumJson[];
}

/**
 * SQL that expands a JSON array of items to rows `r` with their `place` in the batch and what belongs to them. A call of
 * `jsonb_populate_record` for each item takes a tenth of the time of a batch.
 */
const incomingRows = `ROWS FROM (
    jsonb_to_recordset($1::jsonb) AS (place int, item jsonb, media jsonb, ingredients jsonb, steps jsonb),
    jsonb_populate_recordset(NULL::eventable, jsonb_path_query_array($1::jsonb, '$[*].item'))) AS r`;

const authorIri = '(SELECT iri FROM account WHERE id = r.account_id)';

/**
 * Inserts the items that are new, were not deleted before and are not the target of a known pointer, and records their
 * events. Locks their IRIs like `lockIris`. A recipe gets a free slug for the wanted one. Returns the places of the
 * inserted ones; the others must be ingested alone.
 */
export const insertPlainItems = statement<
  'insert_plain_items',
  AsDescribed,
  [items: Json<IncomingJson[]>, fanOutJob: string]
>(
  'insert_plain_items',
  ['items', 'fanOutJob'],
  `WITH tombstones AS MATERIALIZED (
     SELECT iri, actor_iri FROM locked_tombstones(ARRAY(
       SELECT g.item->>'iri' FROM jsonb_to_recordset($1::jsonb) AS g (item jsonb)))
   ), fresh AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) r.*
     FROM ${incomingRows}
     WHERE ${commitsAsynchronously}
       AND (SELECT 1 FROM tombstones t WHERE t.iri = r.iri AND t.actor_iri = ${authorIri}) IS NULL
       AND (SELECT 1 FROM step_link l WHERE l.target_iri = r.iri LIMIT 1) IS NULL
       AND (SELECT 1 FROM eventable w
            WHERE w.recipe_iri = r.iri OR w.forked_from_iri = r.iri OR w.in_reply_to_iri = r.iri OR w.quote_iri = r.iri
            LIMIT 1) IS NULL
     ORDER BY r.iri, r.place
   ), named AS MATERIALIZED (
     SELECT iri, ${freeSlugSql('r.account_id', 'r.slug')} AS free_slug
     FROM (SELECT iri, account_id, slug FROM fresh WHERE slug IS NOT NULL ORDER BY account_id OFFSET 0) r
   ), inserted AS (
     INSERT INTO eventable (${writtenColumns.join(', ')})
     SELECT ${writtenColumns.map((name) => (name === 'slug' ? 'free_slug' : name)).join(', ')}
     FROM fresh LEFT JOIN named USING (iri) ORDER BY place
     ON CONFLICT (iri) DO NOTHING
     RETURNING id, iri, account_id, visibility, hashtags
   ), written AS MATERIALIZED (
     SELECT inserted.id, inserted.account_id, fresh.place, fresh.media, fresh.ingredients, fresh.steps
     FROM inserted JOIN fresh USING (iri)
   ), wanted AS (
     SELECT written.account_id, written.id, p.* FROM written, ${mediaFromJson('written.media')}
   ), pictures AS (${insertMediaSql('wanted')}
   ), ingredients AS (${insertIngredientsSql('written')}
   ), steps AS (${insertStepsSql('written')}
   ), events AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${nextEventIdSql}, 'create', inserted.account_id, inserted.id, false, now(),
       CASE WHEN NOT (${hasLocalFollowerSql('inserted.account_id')} OR ${hasTagFollowerSql('inserted')}) THEN now() END
     FROM inserted
     RETURNING id, fanned_out_at
   ), pending AS (SELECT id FROM events WHERE fanned_out_at IS NULL
   ), enqueued AS (${enqueueInSql('$2', `jsonb_build_object('eventId', id)`, 'pending')}
   )
   SELECT place, id, (SELECT count(*) FROM pending) AS pending_events FROM written`,
  { notNull: ['place', 'pending_events'] },
);

/**
 * Updates the statuses of which an older version is stored that is no reply, quotes and mentions nobody and notified
 * nobody. Returns the places of these and the keys of the files to delete.
 */
export const updateStatuses = statement<'update_statuses', AsDescribed, [statuses: Json<IncomingJson[]>]>(
  'update_statuses',
  ['statuses'],
  `WITH newer AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) r.* FROM ${incomingRows}
     WHERE ${notDeletedSql('r.iri', authorIri)}
     ORDER BY r.iri, r.updated_at DESC
   ), locked AS MATERIALIZED (
     SELECT e.id, e.iri FROM newer r JOIN eventable e ON e.iri = r.iri
     WHERE e.account_id = r.account_id AND e.type = 'status' AND e.updated_at < r.updated_at
       AND e.in_reply_to_id IS NULL AND e.in_reply_to_iri IS NULL AND e.quote_iri IS NULL
       AND (SELECT 1 FROM mention WHERE eventable_id = e.id LIMIT 1) IS NULL
       AND (SELECT 1 FROM notification WHERE eventable_id = e.id AND type IN ('cooked', 'reply', 'mention')
         LIMIT 1) IS NULL
     ORDER BY e.id FOR NO KEY UPDATE OF e
   ), changed AS (
     UPDATE eventable e SET ${assignmentsFrom('r.item')}
     FROM locked JOIN newer r USING (iri) WHERE e.id = locked.id
     RETURNING e.id, e.account_id, r.place, r.media
   ), ${replaceMediaSql('changed')}
   SELECT place, id, ARRAY(${storedKeysSql('removed')}) AS media_keys FROM changed`,
  { notNull: ['place', 'media_keys'] },
);

// Statements on statuses whose mentions are being looked up

const mentioned = (columns: string, condition: string) =>
  `(SELECT ${columns} FROM mention m JOIN account a ON a.id = m.account_id WHERE m.eventable_id = e.id
    AND ${condition})`;

/**
 * Returns no row for a status that was deleted.
 * `next_result_at`: When the next unknown account may be known: now, or after the next attempt to fetch it. Null if all
 * are known.
 */
export const selectMentionLookUps = statement(
  'select_mention_look_ups',
  ['eventableId'],
  `SELECT e.visibility, e.updated_at,
     EXISTS ${mentioned('1', `a.state <> 'unknown' AND a.id <> e.account_id`)} AS has_recipient,
     ${mentioned('min(greatest(a.next_fetch_at, now()))', `a.state = 'unknown'`)} AS next_result_at
   FROM eventable e WHERE e.id = $1`,
  { notNull: ['has_recipient'] },
);

export const lockMentioningStatus = statement(
  'lock_mentioning_status',
  ['eventableId'],
  `SELECT account_id, visibility, content, content_html FROM eventable WHERE id = $1 AND type = 'status' FOR UPDATE`,
);

// Reads replies, ancestors and descendants of items

/** SQL for the place of the reply at the cursor, or of the nearest one by id if that was deleted. */
const placeAt = (cursor: string, [comparison, direction]: ['<=', 'DESC'] | ['>=', 'ASC']) => `(
     SELECT published_at, id FROM eventable WHERE in_reply_to_id = $3 AND id ${comparison} ${cursor}
     ORDER BY id ${direction} LIMIT 1)`;

const placeOr = (place: string, end: string) => `(
         coalesce((SELECT published_at FROM ${place}), '${end}'), coalesce((SELECT id FROM ${place}), 0))`;

// Sorted by publication time, because replies may be fetched long after they were written.
const replies = (direction: Direction) => `
  WITH above AS MATERIALIZED ${placeAt('$4', ['<=', 'DESC'])},
   below AS MATERIALIZED ${placeAt('$5', ['>=', 'ASC'])},
   page AS MATERIALIZED (
     SELECT e.id FROM eventable e ${withAuthor}
     WHERE e.in_reply_to_id = $3 AND e.type = 'status'
       AND (e.published_at, e.id) > ${placeOr('above', '-infinity')}
       AND (e.published_at, e.id) < ${placeOr('below', 'infinity')}
       AND ${visible()} AND ${listed()} AND ${hostUnblocked()}
     ORDER BY e.published_at ${direction}, e.id ${direction} LIMIT $6
   )
  ${fullItemSelect} JOIN page ON page.id = e.id ORDER BY e.published_at ${direction}, e.id ${direction}`;

export const selectReplies = inBothDirections(
  'select_replies',
  ['accountId?', 'host?', 'parentId', 'above', 'below', 'limit'],
  replies,
);

/** Returns ancestors of every type, the farthest first. Stops at an invisible one. */
export const selectAncestors = statement(
  'select_ancestors',
  ['accountId?', 'host?', 'id', 'limit'],
  `WITH RECURSIVE above AS (
     SELECT s.in_reply_to_id AS id, 1 AS distance, ARRAY[s.id] AS path FROM eventable s WHERE s.id = $3
       AND s.in_reply_to_id <> s.id
     UNION ALL
     SELECT e.in_reply_to_id, above.distance + 1, above.path || e.id
     FROM above JOIN eventable e ON e.id = above.id JOIN account a ON a.id = e.account_id
     WHERE above.distance < $4 AND e.in_reply_to_id <> ALL(above.path || e.id) AND ${visible()}
   )
   ${fullItemSelect} JOIN above ON above.id = e.id WHERE ${visible()}
   ORDER BY above.distance DESC`,
);

/** Of one item, those that the viewer may not see included, because somebody may have thousands of them. */
const maxRepliesRead = 1_000;

/** SQL for the first replies to an item, the oldest first. */
export const firstRepliesSql = (parent: string, condition = 'true') => `(
         SELECT * FROM eventable WHERE in_reply_to_id = ${parent} AND ${condition}
         ORDER BY published_at, id LIMIT ${maxRepliesRead})`;

/** Returns each reply after its parent, the nearest levels first within the limit. Stops at invisible replies. */
export const selectDescendants = statement(
  'select_descendants',
  ['accountId?', 'host?', 'id', 'depth', 'limit'],
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path, ARRAY[]::bigint[] AS place
     UNION ALL
     SELECT reply.id, below.path || reply.id, below.place || reply.written || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id, (extract(epoch FROM e.published_at) * 1000)::bigint AS written
       FROM ${firstRepliesSql('below.id', `type = 'status'`)} e ${withAuthor}
       WHERE e.id <> ALL(below.path) AND ${visible()} AND ${listed()} AND ${hostUnblocked()}
       ORDER BY e.published_at, e.id LIMIT $5
     ) reply
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, place FROM below OFFSET 1 LIMIT $5)
   ${fullItemSelect} JOIN nearest ON nearest.id = e.id ORDER BY nearest.place`,
);

/**
 * Claims the remote items among these, or among the newest direct replies to local ones, whose replies were not fetched
 * in the last 15 minutes.
 */
export const claimReplyFetches = statement(
  'claim_reply_fetches',
  ['ids'],
  `WITH wanted AS MATERIALIZED (
     SELECT unnest($1::bigint[]) AS id
     UNION
     (SELECT r.id FROM eventable p JOIN account pa ON pa.id = p.account_id CROSS JOIN LATERAL (
        SELECT id FROM eventable WHERE in_reply_to_id = p.id ORDER BY id DESC LIMIT 20) r
      WHERE p.id = ANY($1::bigint[]) AND pa.host = '' ORDER BY r.id DESC LIMIT 20)
   ), claimed AS MATERIALIZED (
     SELECT e.id FROM wanted JOIN eventable e ON e.id = wanted.id JOIN account a ON a.id = e.account_id
     WHERE a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND e.visibility IN ('public', 'unlisted')
       AND (e.replies_read_at IS NULL OR e.replies_read_at < now() - interval '15 minutes')
     ORDER BY e.id FOR NO KEY UPDATE OF e SKIP LOCKED
   )
   UPDATE eventable SET replies_read_at = now() WHERE id = ANY(ARRAY(SELECT id FROM claimed))
   RETURNING id`,
);

export const selectRemoteItemIri = statement(
  'select_remote_item_iri',
  ['id'],
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $1 AND e.iri IS NOT NULL AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
  { notNull: ['iri'] },
);

/** A null count leaves the stored one. */
export const updateRemoteCounts = statement(
  'update_remote_item_counts',
  ['id', 'likes?', 'boosts?', 'replies?'],
  `UPDATE eventable SET remote_likes_count = coalesce($2, remote_likes_count),
     remote_boosts_count = coalesce($3, remote_boosts_count), remote_replies_count = coalesce($4, remote_replies_count)
   WHERE id = $1`,
);
