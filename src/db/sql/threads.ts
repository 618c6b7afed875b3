/** Conversations: what answers an item, and what surrounds a status. */
import { statement } from '../statement.ts';
import { whole } from './eventables.ts';
import { visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

const replies = (direction: 'ASC' | 'DESC') => `
  ${whole} WHERE e.in_reply_to_id = $3 AND e.type = 'status' AND e.id > $4 AND e.id < $5 AND ${visible()}
  ORDER BY e.id ${direction} LIMIT $6`;

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
     SELECT $3::bigint AS id, ARRAY[$3::bigint] AS path
     UNION ALL
     SELECT reply.id, below.path || reply.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.in_reply_to_id = below.id AND e.type = 'status' AND e.id <> ALL(below.path) AND ${visible()}
       ORDER BY e.id LIMIT $5
     ) reply
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, path FROM below OFFSET 1 LIMIT $5)
   ${whole} JOIN nearest ON nearest.id = e.id WHERE ${visible()}
   ORDER BY nearest.path`,
);
