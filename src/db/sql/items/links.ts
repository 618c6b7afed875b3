/** Follows step links from item to item. */
import { statement } from '../../statement.ts';
import { fullItemSelect } from './eventables.ts';
import { visible } from './visibility.ts';

/** Limits the breadth of the walk: more links at one depth are an attack, not a recipe. */
const maxItemsPerDepth = 500;

type Row = Record<string, unknown>;

/**
 * Returns the item and the items of the same type that it links to, directly or indirectly, up to `depth` links away,
 * nearest first. Invisible items are neither returned nor followed; an invisible root returns nothing.
 *
 * Each recursion step is one depth and carries all ids visited so far, so cycles end.
 */
export const selectLinkedItems = statement<
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
         ORDER BY e.id LIMIT ${maxItemsPerDepth}
       ) nearest
     ) next
     WHERE walk.depth < $5 AND next.ids IS NOT NULL
   ), found AS (
     SELECT e.id, walk.depth FROM walk CROSS JOIN unnest(walk.reached) AS reached (id) JOIN eventable e USING (id)
     WHERE e.type = $4::eventable_type ORDER BY walk.depth, e.id LIMIT $6
   )
   ${fullItemSelect} JOIN found ON found.id = e.id WHERE ${visible()} ORDER BY found.depth, e.id`,
);
