/** Writes, lists, ticks and deletes the lines of shopping lists. Every statement names the list. */
import { type Json, statement } from '../../statement.ts';

type LineColumn =
  | `quantity_${'num' | 'den' | 'max_num' | 'max_den'}`
  | 'name'
  | 'unit'
  | 'optional'
  | 'locale'
  | 'food'
  | 'aisle'
  | 'checked';

/** `recipeId` is null for lines that the member wrote. */
export const insertShoppingLines = statement<
  never,
  [listId: number, recipeId: number | null, rows: Json<Record<LineColumn, unknown>[]>]
>(
  'insert_shopping_lines',
  `INSERT INTO shopping_list_line (list_id, recipe_id, name, quantity_num, quantity_den, quantity_max_num,
     quantity_max_den, unit, optional, locale, food, aisle, checked)
   SELECT $1, $2, r.name, r.quantity_num, r.quantity_den, r.quantity_max_num,
     r.quantity_max_den, r.unit, r.optional, r.locale, r.food, r.aisle, r.checked
   FROM jsonb_populate_recordset(NULL::shopping_list_line, $3::jsonb) r`,
);

export const countShoppingLines = statement<{ lines: number; recipes: number }, [listId: number]>(
  'count_shopping_lines',
  `SELECT (SELECT count(*) FROM shopping_list_line WHERE list_id = $1) AS lines,
     (SELECT count(*) FROM shopping_list_recipe WHERE list_id = $1) AS recipes`,
);

interface LineRow {
  id: number;
  recipe_id: number | null;
  name: string;
  quantity_num: number | null;
  quantity_den: number | null;
  quantity_max_num: number | null;
  quantity_max_den: number | null;
  unit: string | null;
  optional: boolean;
  locale: string;
  food: string;
  aisle: string;
  checked: boolean;
}

export const listShoppingLines = statement<LineRow, [listId: number]>(
  'list_shopping_lines',
  `SELECT id, recipe_id, name, quantity_num, quantity_den, quantity_max_num, quantity_max_den, unit, optional,
     locale, food, aisle, checked
   FROM shopping_list_line WHERE list_id = $1 ORDER BY id`,
);

/** Lines that are shown as one item with the line `$2`. */
const item = `SELECT l.id FROM shopping_list_line l
   JOIN shopping_list_line named ON named.list_id = l.list_id AND named.food = l.food AND named.checked = l.checked
   WHERE l.list_id = $1 AND named.id = $2`;

export const checkShoppingItem = statement<
  { id: number },
  [listId: number, lineId: number, checked: boolean]
>('check_shopping_item', `UPDATE shopping_list_line SET checked = $3 WHERE id IN (${item}) RETURNING id`);

export const deleteShoppingItem = statement<{ id: number }, [listId: number, lineId: number]>(
  'delete_shopping_item',
  `DELETE FROM shopping_list_line WHERE id IN (${item}) RETURNING id`,
);

export const deleteCheckedLines = statement<never, [listId: number]>(
  'delete_checked_lines',
  `DELETE FROM shopping_list_line WHERE list_id = $1 AND checked`,
);

export const deleteShoppingLines = statement<never, [listId: number]>(
  'delete_shopping_lines',
  `WITH recipes AS (DELETE FROM shopping_list_recipe WHERE list_id = $1)
   DELETE FROM shopping_list_line WHERE list_id = $1`,
);
