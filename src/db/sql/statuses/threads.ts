/** Reads replies, ancestors and descendants of items. */
import { statement } from '../../statement.ts';
import { fullItemSelect } from '../items/eventables.ts';
import { hostUnblocked } from '../items/unmuted.ts';
import { listed, visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

/** SQL that compares with the cursor item by publication time, or by id if the cursor item was deleted. */
const beside = (cursor: string, side: '<' | '>') => `coalesce(
  (SELECT (e.published_at, e.id) ${side} (c.published_at, c.id) FROM eventable c WHERE c.id = ${cursor}), e.id ${side} ${cursor})`;

// Sorted by publication time, because replies may be fetched long after they were written.
const replies = (direction: 'ASC' | 'DESC') => `
  ${fullItemSelect} WHERE e.in_reply_to_id = $3 AND e.type = 'status' AND ${beside('$4', '>')} AND ${beside('$5', '<')} AND ${visible()}
    AND ${listed()} AND ${hostUnblocked()}
  ORDER BY e.published_at ${direction}, e.id ${direction} LIMIT $6`;

type CursorRange = [...Viewer, parentId: number, above: number, below: number, limit: number];

export const selectReplies = statement<Row, CursorRange>('select_replies', replies('DESC'));
export const selectRepliesAscending = statement<Row, CursorRange>('select_replies_ascending', replies('ASC'));

/** Returns ancestors of every type, the farthest first. Stops at an invisible one. */
export const selectAncestors = statement<Row, [...Viewer, id: number, limit: number]>(
  'select_ancestors',
  `WITH RECURSIVE above AS (
     SELECT s.in_reply_to_id AS id, 1 AS distance, ARRAY[s.id] AS path FROM eventable s WHERE s.id = $3 AND s.in_reply_to_id <> s.id
     UNION ALL
     SELECT e.in_reply_to_id, above.distance + 1, above.path || e.id
     FROM above JOIN eventable e ON e.id = above.id JOIN account a ON a.id = e.account_id
     WHERE above.distance < $4 AND e.in_reply_to_id <> ALL(above.path || e.id) AND ${visible()}
   )
   ${fullItemSelect} JOIN above ON above.id = e.id WHERE ${visible()}
   ORDER BY above.distance DESC`,
);

/** Returns each reply after its parent, the nearest levels first within the limit. Stops at invisible replies. */
export const selectDescendants = statement<Row, [...Viewer, id: number, depth: number, limit: number]>(
  'select_descendants',
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path, ARRAY[]::bigint[] AS place
     UNION ALL
     SELECT reply.id, below.path || reply.id, below.place || reply.written || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id, (extract(epoch FROM e.published_at) * 1000)::bigint AS written
       FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.in_reply_to_id = below.id AND e.type = 'status' AND e.id <> ALL(below.path) AND ${visible()} AND ${listed()} AND ${hostUnblocked()}
       ORDER BY e.published_at, e.id LIMIT $5
     ) reply
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, place FROM below OFFSET 1 LIMIT $5)
   ${fullItemSelect} JOIN nearest ON nearest.id = e.id WHERE ${visible()}
   ORDER BY nearest.place`,
);

/**
 * Claims the remote items among these, or among the newest direct replies to local ones, whose replies were not fetched in
 * the last 15 minutes.
 */
export const claimReplyFetches = statement<{ id: number }, [ids: number[]]>(
  'claim_reply_fetches',
  `UPDATE eventable SET replies_read_at = now() WHERE id IN (
     SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
     WHERE (e.id = ANY($1::bigint[]) OR e.id IN (
         SELECT r.id FROM eventable p JOIN account pa ON pa.id = p.account_id JOIN eventable r ON r.in_reply_to_id = p.id
         WHERE p.id = ANY($1::bigint[]) AND pa.host = '' ORDER BY r.id DESC LIMIT 20))
       AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND e.visibility IN ('public', 'unlisted')
       AND (e.replies_read_at IS NULL OR e.replies_read_at < now() - interval '15 minutes')
     ORDER BY e.id FOR NO KEY UPDATE OF e SKIP LOCKED)
   RETURNING id`,
);

export const selectRemoteItemIri = statement<{ iri: string }, [id: number]>(
  'select_remote_item_iri',
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $1 AND e.iri IS NOT NULL AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
);

/** A null count leaves the stored one. */
export const updateRemoteCounts = statement<
  never,
  [id: number, likes: number | null, boosts: number | null, replies: number | null]
>(
  'update_remote_item_counts',
  `UPDATE eventable SET remote_likes_count = coalesce($2, remote_likes_count),
     remote_boosts_count = coalesce($3, remote_boosts_count), remote_replies_count = coalesce($4, remote_replies_count)
   WHERE id = $1`,
);
