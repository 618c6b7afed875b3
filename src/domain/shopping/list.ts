/** Reads the shopping list of a member. */
import { listShoppingLines, listShoppingRecipes, selectShoppingList } from '../../db/sql/shopping.ts';
import { db } from '../../db/statement.ts';
import type { Rational } from '../../recipe-import/draft.ts';
import { mergeLines, type ShoppingItem, type ShoppingLine } from './items.ts';

export interface ShoppingRecipe {
  id: number;
  /** As it was when it was added. */
  name: string;
  serving: number;
  servingType: string;
  /** What its page needs. Null if the recipe was deleted or is hidden from the viewer. */
  page: {
    slug: string | null;
    publication: 'draft' | 'published';
    iri: string | null;
    url: string | null;
    account: { handle: string | null; host: string };
  } | null;
}

export interface ShoppingList {
  recipes: ShoppingRecipe[];
  items: ShoppingItem[];
  /** Null while the list is not shared. */
  shareToken: string | null;
}

/** Returns an empty list for a member who has none. */
export async function getShoppingList(accountId: number): Promise<ShoppingList> {
  const [list] = await selectShoppingList(db, accountId);
  if (!list) return { recipes: [], items: [], shareToken: null };
  const [recipes, lines] = await Promise.all([
    listRecipes(list.id, accountId),
    listShoppingLines(db, list.id),
  ]);
  return { recipes, items: mergeLines(lines.map(toLine)), shareToken: list.share_token };
}

/** `viewerId` is null for somebody with the link. */
export async function listRecipes(listId: number, viewerId: number | null): Promise<ShoppingRecipe[]> {
  const rows = await listShoppingRecipes(db, viewerId, null, listId);
  return rows.map(({ id, name, serving, serving_type, slug, publication, iri, url, handle, host }) => ({
    ...{ id, name, serving, servingType: serving_type },
    page:
      publication === null || host === null
        ? null
        : { ...{ slug, publication, iri, url }, account: { handle, host } },
  }));
}

export async function listItems(listId: number): Promise<ShoppingItem[]> {
  return mergeLines((await listShoppingLines(db, listId)).map(toLine));
}

type LineRow = Awaited<ReturnType<typeof listShoppingLines>>[number];

const toRational = (numerator: number | null, denominator: number | null): Rational | null =>
  numerator === null || denominator === null ? null : { numerator, denominator };

export const toLine = (row: LineRow): ShoppingLine => ({
  id: row.id,
  recipeId: row.recipe_id,
  name: row.name,
  quantity: toRational(row.quantity_num, row.quantity_den),
  quantityMax: toRational(row.quantity_max_num, row.quantity_max_den),
  unit: row.unit,
  optional: row.optional,
  locale: row.locale,
  food: row.food,
  aisle: row.aisle,
  checked: row.checked,
});
