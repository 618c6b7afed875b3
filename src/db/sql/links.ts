/** The statement that follows step links from item to item. */
import { statement } from '../statement.ts';
import { whole } from './eventables.ts';
import { visible } from './visibility.ts';

/** So many items of all kinds are followed further at each distance; more is no recipe but an attack. */
const widest = 500;

type Row = Record<string, unknown>;

/**
 * The item itself and what it links to, directly or through others, up to `depth` links away: whole items of one kind,
 * nearest first, each once. What the viewer may not see is neither returned nor passed through; nothing comes back when
 * that is the item itself, or when it is of another kind. One row for each distance, with all that was seen so far,
 * makes cycles harmless.
 */
export const selectLinked = statement<
  Row,
  [viewerId: number | null, host: string | null, rootId: number, type: string, depth: number, limit: number]
>(
  'select_linked',
  `WITH RECURSIVE walk (depth, reached, seen) AS (
     SELECT 0, ARRAY[e.id], ARRAY[e.id] FROM eventable e JOIN account a ON a.id = e.account_id
     WHERE e.id = $3 AND e.type = $4::eventable_type AND ${visible()}
     UNION ALL
     SELECT walk.depth + 1, next.ids, walk.seen || next.ids
     FROM walk CROSS JOIN LATERAL (
       SELECT array_agg(nearest.id) AS ids FROM (
         SELECT e.id
         FROM (SELECT DISTINCT target_id AS id FROM step_link WHERE source_id = ANY(walk.reached)) linked
           JOIN eventable e ON e.id = linked.id JOIN account a ON a.id = e.account_id
         WHERE e.id <> ALL(walk.seen) AND ${visible()}
         ORDER BY e.id LIMIT ${widest}
       ) nearest
     ) next
     WHERE walk.depth < $5 AND next.ids IS NOT NULL
   ), found AS (
     SELECT e.id, walk.depth FROM walk CROSS JOIN unnest(walk.reached) AS reached (id) JOIN eventable e USING (id)
     WHERE e.type = $4::eventable_type ORDER BY walk.depth, e.id LIMIT $6
   )
   ${whole} JOIN found ON found.id = e.id WHERE ${visible()} ORDER BY found.depth, e.id`,
);
