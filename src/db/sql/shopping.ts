/** Statements on shopping lists. */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

// Opens, finds and shares shopping lists

/** Creates the account's list if it has none, and locks it, so that limits hold. */
export const openShoppingList = statement(
  'open_shopping_list',
  ['accountId'],
  `INSERT INTO shopping_list (account_id) VALUES ($1)
   ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING id, share_token`,
);

export const selectShoppingList = statement(
  'select_shopping_list',
  ['accountId'],
  `SELECT id, share_token FROM shopping_list WHERE account_id = $1`,
);

/** Null revokes the link. */
export const updateShareToken = statement(
  'update_share_token',
  ['listId', 'shareToken?'],
  `UPDATE shopping_list SET share_token = $2 WHERE id = $1`,
);

/** Finds no list of a suspended or deleted account. */
export const selectSharedList = statement(
  'select_shared_list',
  ['shareToken'],
  `SELECT l.id, coalesce(nullif(a.name, ''), a.username) AS owner
   FROM shopping_list l JOIN account a ON a.id = l.account_id
   WHERE l.share_token = $1 AND a.suspended_at IS NULL AND a.deleted_at IS NULL`,
  { notNull: ['owner'] },
);

// Writes, lists, ticks and deletes the lines of shopping lists. Every statement names the list.

/** `recipeId` is null for lines that the member wrote. */
export const insertShoppingLines = statement(
  'insert_shopping_lines',
  ['listId', 'recipeId?', 'rows'],
  `INSERT INTO shopping_list_line (list_id, recipe_id, name, quantity_num, quantity_den, quantity_max_num,
     quantity_max_den, unit, optional, locale, food, aisle, checked)
   SELECT $1, $2, r.name, r.quantity_num, r.quantity_den, r.quantity_max_num,
     r.quantity_max_den, r.unit, r.optional, r.locale, r.food, r.aisle, r.checked
   FROM jsonb_populate_recordset(NULL::shopping_list_line, $3::jsonb) r`,
);

export const countShoppingLines = statement(
  'count_shopping_lines',
  ['listId'],
  `SELECT (SELECT count(*) FROM shopping_list_line WHERE list_id = $1) AS lines,
     (SELECT count(*) FROM shopping_list_recipe WHERE list_id = $1) AS recipes`,
  { notNull: ['lines', 'recipes'] },
);

export const listShoppingLines = statement(
  'list_shopping_lines',
  ['listId'],
  `SELECT id, recipe_id, name, quantity_num, quantity_den, quantity_max_num, quantity_max_den, unit, optional,
     locale, food, aisle, checked
   FROM shopping_list_line WHERE list_id = $1 ORDER BY id`,
);

/** Lines that are shown as one item with the line `$2`. */
const item = `SELECT l.id FROM shopping_list_line l
   JOIN shopping_list_line named ON named.list_id = l.list_id AND named.food = l.food AND named.checked = l.checked
   WHERE l.list_id = $1 AND named.id = $2`;

export const checkShoppingItem = statement(
  'check_shopping_item',
  ['listId', 'lineId', 'checked'],
  `UPDATE shopping_list_line SET checked = $3 WHERE id IN (${item}) RETURNING id`,
);

export const deleteShoppingItem = statement(
  'delete_shopping_item',
  ['listId', 'lineId'],
  `DELETE FROM shopping_list_line WHERE id IN (${item}) RETURNING id`,
);

export const deleteCheckedLines = statement(
  'delete_checked_lines',
  ['listId'],
  `DELETE FROM shopping_list_line WHERE list_id = $1 AND checked`,
);

export const deleteShoppingLines = statement(
  'delete_shopping_lines',
  ['listId'],
  `WITH recipes AS (DELETE FROM shopping_list_recipe WHERE list_id = $1)
   DELETE FROM shopping_list_line WHERE list_id = $1`,
);

// Adds recipes to shopping lists, lists and removes them

/** `slug`: The columns below are null if the viewer cannot see the recipe. */
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

/** Also deletes its lines. */
export const deleteShoppingRecipe = statement(
  'delete_shopping_recipe',
  ['listId', 'recipeId'],
  `DELETE FROM shopping_list_recipe WHERE list_id = $1 AND recipe_id = $2`,
);

/** Deletes recipes of which every line is ticked, and with them these lines. */
export const deleteBoughtRecipes = statement(
  'delete_bought_recipes',
  ['listId'],
  `DELETE FROM shopping_list_recipe r WHERE r.list_id = $1 AND NOT EXISTS (
     SELECT 1 FROM shopping_list_line l WHERE l.list_id = $1 AND l.recipe_id = r.recipe_id AND NOT l.checked)`,
);
