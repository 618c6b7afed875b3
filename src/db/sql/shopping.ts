/** Statements on shopping lists. Every statement names the list. */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

const interval = (age: string) => `make_interval(secs => ${age}::float8)`;

/**
 * Lines that were shown as one item with the line `$2`, when a change was made: `age` seconds ago. Lines that somebody
 * has added since were not part of it.
 */
const item = (age: string) => `SELECT l.id, l.checked_at FROM shopping_list_line l
   JOIN shopping_list_line named ON named.list_id = l.list_id AND named.food = l.food AND named.checked = l.checked
   WHERE l.list_id = $1 AND named.id = $2 AND (l.id = $2 OR l.added_at <= now() - ${interval(age)})`;

/** The last tick counts, also if it arrives before an earlier one. Returns the lines of the item, changed or not. */
export const checkShoppingItem = statement(
  'check_shopping_item',
  ['listId', 'lineId', 'checked', 'ageSeconds'],
  `WITH item AS (${item('$4')}), changed AS (
     UPDATE shopping_list_line l SET checked = $3, checked_at = now() - ${interval('$4')} FROM item
     WHERE l.id = item.id AND (item.checked_at IS NULL OR item.checked_at <= now() - ${interval('$4')}))
   SELECT id FROM item`,
);

export const deleteShoppingItem = statement(
  'delete_shopping_item',
  ['listId', 'lineId', 'ageSeconds'],
  `DELETE FROM shopping_list_line WHERE id IN (SELECT id FROM (${item('$3')}) AS item) RETURNING id`,
);

/** `slug` and what follows are null if the viewer cannot see the recipe. */
export const listShoppingRecipes = statement<'list_shopping_recipes', { publication: 'draft' | 'published' | null }>(
  'list_shopping_recipes',
  ['viewerId?', 'host?', 'listId'],
  `SELECT r.recipe_id AS id, r.name, r.serving, r.serving_type,
     e.slug, e.publication, e.iri, e.url, a.handle, a.host
   FROM shopping_list_recipe r
   LEFT JOIN (eventable e JOIN account a ON a.id = e.account_id) ON e.id = r.recipe_id AND ${visible()}
   WHERE r.list_id = $3 ORDER BY r.added_at, r.recipe_id`,
  { notNull: ['id', 'name', 'serving', 'serving_type'] },
);

/** Adding a recipe again replaces its lines. */
export const insertShoppingRecipe = statement(
  'insert_shopping_recipe',
  ['listId', 'recipeId', 'name', 'serving', 'servingType'],
  `WITH former AS (DELETE FROM shopping_list_line WHERE list_id = $1 AND recipe_id = $2)
   INSERT INTO shopping_list_recipe (list_id, recipe_id, name, serving, serving_type) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (list_id, recipe_id)
   DO UPDATE SET name = excluded.name, serving = excluded.serving, serving_type = excluded.serving_type`,
);
