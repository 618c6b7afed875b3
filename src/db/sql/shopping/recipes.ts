/** Adds recipes to shopping lists, lists and removes them. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

interface RecipeRow {
  id: number;
  name: string;
  serving: number;
  serving_type: string;
  /** The columns below are null if the viewer cannot see the recipe. */
  slug: string | null;
  publication: 'draft' | 'published' | null;
  iri: string | null;
  url: string | null;
  handle: string | null;
  host: string | null;
}

export const listShoppingRecipes = statement<
  RecipeRow,
  [viewerId: number | null, host: null, listId: number]
>(
  'list_shopping_recipes',
  `SELECT r.recipe_id AS id, r.name, r.serving, r.serving_type,
     e.slug, e.publication, e.iri, e.url, a.handle, a.host
   FROM shopping_list_recipe r
   LEFT JOIN (eventable e JOIN account a ON a.id = e.account_id) ON e.id = r.recipe_id AND ${visible()}
   WHERE r.list_id = $3 ORDER BY r.added_at, r.recipe_id`,
);

/** Adding a recipe again replaces its lines. */
export const insertShoppingRecipe = statement<
  never,
  [listId: number, recipeId: number, name: string, serving: number, servingType: string]
>(
  'insert_shopping_recipe',
  `WITH former AS (DELETE FROM shopping_list_line WHERE list_id = $1 AND recipe_id = $2)
   INSERT INTO shopping_list_recipe (list_id, recipe_id, name, serving, serving_type) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (list_id, recipe_id)
   DO UPDATE SET name = excluded.name, serving = excluded.serving, serving_type = excluded.serving_type`,
);

/** Also deletes its lines. */
export const deleteShoppingRecipe = statement<never, [listId: number, recipeId: number]>(
  'delete_shopping_recipe',
  `DELETE FROM shopping_list_recipe WHERE list_id = $1 AND recipe_id = $2`,
);

/** Deletes recipes of which every line is ticked, and with them these lines. */
export const deleteBoughtRecipes = statement<never, [listId: number]>(
  'delete_bought_recipes',
  `DELETE FROM shopping_list_recipe r WHERE r.list_id = $1 AND NOT EXISTS (
     SELECT 1 FROM shopping_list_line l WHERE l.list_id = $1 AND l.recipe_id = r.recipe_id AND NOT l.checked)`,
);
