/** Reads the forks of a recipe, and the tree that they form. */
import { statement } from '../../statement.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns } from '../items/columns.ts';
import { unmuted } from '../items/unmuted.ts';
import { listed, visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

const columns = `${summaryColumns('e')}, ${cardColumns('a', 'account.')}, ${viewerColumns('e')}, ${mediaColumn('e', 4)}`;

const list = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns}, e.forked_from_id AS "forkedFromId"
  FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.forked_from_id = $3 AND e.id <> $3 AND e.id > $4 AND e.id < $5 AND e.publication = 'published' AND ${visible()}
    AND ${listed()} AND ${unmuted()}
  ORDER BY e.id ${direction} LIMIT $6`;

type CursorRange = [...Viewer, recipeId: number, above: number, below: number, limit: number];

export const selectForks = statement<Row, CursorRange>('select_forks', list('DESC'));
export const selectForksAscending = statement<Row, CursorRange>('select_forks_ascending', list('ASC'));

/** Returns the recipe with its originals, the farthest first. Stops at an original that the viewer may not see. */
export const selectForkAncestors = statement<Row, [...Viewer, id: number, maxDistance: number]>(
  'select_fork_ancestors',
  `WITH RECURSIVE above AS (
     SELECT e.id, e.forked_from_id, 0 AS distance, ARRAY[e.id] AS path
     FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()}
     UNION ALL
     SELECT e.id, e.forked_from_id, above.distance + 1, above.path || e.id
     FROM above JOIN eventable e ON e.id = above.forked_from_id JOIN account a ON a.id = e.account_id
     WHERE above.distance < $4 AND e.id <> ALL(above.path) AND e.publication = 'published' AND ${visible()}
   )
   SELECT ${columns}, lead(e.id) OVER (ORDER BY above.distance) AS "forkedFromId"
   FROM above JOIN eventable e ON e.id = above.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY above.distance DESC`,
);

/**
 * Returns each fork after its original, the nearest levels first within the limit. Stops at forks that the viewer may not
 * see. A walk that meets a recipe again ends there.
 */
export const selectForkDescendants = statement<Row, [...Viewer, id: number, maxDepth: number, limit: number]>(
  'select_fork_descendants',
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, NULL::bigint AS original, ARRAY[$3::bigint] AS path
     UNION ALL
     SELECT fork.id, below.id, below.path || fork.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.forked_from_id = below.id AND e.id <> ALL(below.path) AND e.publication = 'published' AND ${visible()}
       ORDER BY e.id LIMIT $5
     ) fork
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, original, path FROM below OFFSET 1 LIMIT $5)
   SELECT ${columns}, nearest.original AS "forkedFromId"
   FROM nearest JOIN eventable e ON e.id = nearest.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY nearest.path`,
);
