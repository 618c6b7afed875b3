/** Conversations: what answers an item, and what surrounds a status. */
import { statement } from '../statement.ts';
import { whole } from './eventables.ts';
import { visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

/** SQL that is true on one side of the item that is the cursor; one that is gone cuts by ids. */
const beside = (cursor: string, side: '<' | '>') => `coalesce(
  (SELECT (e.published_at, e.id) ${side} (c.published_at, c.id) FROM eventable c WHERE c.id = ${cursor}), e.id ${side} ${cursor})`;

// By the time they were written: what was fetched late is not new for that.
const replies = (direction: 'ASC' | 'DESC') => `
  ${whole} WHERE e.in_reply_to_id = $3 AND e.type = 'status' AND ${beside('$4', '>')} AND ${beside('$5', '<')} AND ${visible()}
  ORDER BY e.published_at ${direction}, e.id ${direction} LIMIT $6`;

type Window = [...Viewer, parentId: number, above: number, below: number, limit: number];

export const listReplies = statement<Row, Window>('list_replies', replies('DESC'));
export const listRepliesAscending = statement<Row, Window>('list_replies_ascending', replies('ASC'));

/** The farthest first; it ends at what the viewer may not see. */
export const listAncestors = statement<Row, [...Viewer, id: number, limit: number]>(
  'list_ancestors',
  `WITH RECURSIVE above AS (
     SELECT s.in_reply_to_id AS id, 1 AS distance, ARRAY[s.id] AS path FROM eventable s WHERE s.id = $3 AND s.in_reply_to_id <> s.id
     UNION ALL
     SELECT e.in_reply_to_id, above.distance + 1, above.path || e.id
     FROM above JOIN eventable e ON e.id = above.id JOIN account a ON a.id = e.account_id
     WHERE above.distance < $4 AND e.in_reply_to_id <> ALL(above.path || e.id) AND ${visible()}
   )
   ${whole} JOIN above ON above.id = e.id WHERE e.type = 'status' AND ${visible()}
   ORDER BY above.distance DESC`,
);

/** Each below what it answers, the nearest within the limit; nothing is reached through what the viewer may not see. */
export const listDescendants = statement<Row, [...Viewer, id: number, depth: number, limit: number]>(
  'list_descendants',
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path, ARRAY[]::bigint[] AS place
     UNION ALL
     SELECT reply.id, below.path || reply.id, below.place || reply.written || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id, (extract(epoch FROM e.published_at) * 1000)::bigint AS written
       FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.in_reply_to_id = below.id AND e.type = 'status' AND e.id <> ALL(below.path) AND ${visible()}
       ORDER BY e.published_at, e.id LIMIT $5
     ) reply
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, place FROM below OFFSET 1 LIMIT $5)
   ${whole} JOIN nearest ON nearest.id = e.id WHERE ${visible()}
   ORDER BY nearest.place`,
);

/**
 * Those of these items, or of the newest direct replies to one of ours, that are of other servers and whose replies were
 * not read for a quarter of an hour; from now on they were.
 */
export const claimReplies = statement<{ id: number }, [ids: number[]]>(
  'claim_replies',
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

export const selectFetchable = statement<{ iri: string }, [id: number]>(
  'select_fetchable',
  `SELECT e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $1 AND e.iri IS NOT NULL AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
);

/** Null leaves what was said before. */
export const noteCounts = statement<
  never,
  [id: number, likes: number | null, boosts: number | null, replies: number | null]
>(
  'note_counts',
  `UPDATE eventable SET remote_likes_count = coalesce($2, remote_likes_count),
     remote_boosts_count = coalesce($3, remote_boosts_count), remote_replies_count = coalesce($4, remote_replies_count)
   WHERE id = $1`,
);
