/** Finds how widely an item may be shown that copies ingredients or steps of somebody else's recipe. */
import type { Visibility } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';

/**
 * The visibility of the nearest source of another account, through sources of the author's own. No row without such a source,
 * and for an item without ingredients and steps.
 */
export const selectVisibilityCeiling = statement<{ visibility: Visibility }, [id: number]>(
  'select_visibility_ceiling',
  `WITH RECURSIVE source AS (
     SELECT coalesce(recipe_id, forked_from_id) AS id, account_id, 1 AS depth FROM eventable
     WHERE id = $1 AND (EXISTS (SELECT 1 FROM ingredient WHERE eventable_id = $1) OR EXISTS (SELECT 1 FROM step WHERE eventable_id = $1))
     UNION ALL
     SELECT coalesce(e.recipe_id, e.forked_from_id), s.account_id, s.depth + 1
     FROM source s JOIN eventable e ON e.id = s.id AND e.account_id = s.account_id WHERE s.depth < 20
   )
   SELECT e.visibility FROM source s JOIN eventable e ON e.id = s.id AND e.account_id <> s.account_id`,
);
