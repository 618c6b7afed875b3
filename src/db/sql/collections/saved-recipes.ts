/** Reads the recipes in the collections of a member. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

interface SavedRecipe {
  id: number;
  url: string | null;
  iri: string | null;
  slug: string | null;
  handle: string | null;
  host: string;
  changedAt: Date;
}

/** Those that were added last come first. */
export const selectSavedRecipes = statement<SavedRecipe, [accountId: number, host: null, limit: number]>(
  'select_saved_recipes',
  `WITH saved AS (
     SELECT i.eventable_id, max(i.id) AS place
     FROM collection c JOIN collection_item i ON i.collection_id = c.id
     WHERE c.account_id = $1 GROUP BY i.eventable_id
   )
   SELECT e.id, e.url, e.iri, e.slug, a.handle, a.host, coalesce(e.edited_at, e.published_at) AS "changedAt"
   FROM saved JOIN eventable e ON e.id = saved.eventable_id JOIN account a ON a.id = e.account_id
   WHERE e.type = 'recipe' AND e.publication = 'published' AND ${visible()}
   ORDER BY saved.place DESC LIMIT $3`,
);
