/** Ticks and removes the items of a shopping list. */
import {
  checkShoppingItem,
  deleteBoughtRecipes,
  deleteCheckedLines,
  deleteShoppingItem,
  deleteShoppingLines,
  deleteShoppingRecipe,
  selectShoppingList,
} from '../../db/sql/shopping.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';

/** Returns null if the member has no list. */
async function findListId(accountId: number): Promise<number | null> {
  const [list] = await selectShoppingList(db, accountId);
  return list?.id ?? null;
}

/** `itemId` is the id of any of its lines. Throws not_found. */
export async function checkItem(accountId: number, itemId: number, checked: boolean): Promise<void> {
  const listId = await findListId(accountId);
  if (listId === null) throw notFound();
  await checkItemOf(listId, itemId, checked);
}

export async function checkItemOf(listId: number, itemId: number, checked: boolean): Promise<void> {
  const changed = await checkShoppingItem(db, listId, itemId, checked);
  if (changed.length === 0) throw notFound();
}

/** Throws not_found. */
export async function removeItem(accountId: number, itemId: number): Promise<void> {
  const listId = await findListId(accountId);
  const gone = listId === null ? [] : await deleteShoppingItem(db, listId, itemId);
  if (gone.length === 0) throw notFound();
}

/** Removes a recipe with its lines. Nothing happens if it is not on the list. */
export async function removeRecipe(accountId: number, recipeId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId !== null) await deleteShoppingRecipe(db, listId, recipeId);
}

/** Removes ticked items, and recipes of which everything is ticked. */
export async function removeCheckedItems(accountId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId === null) return;
  await transact(async (tx) => {
    await deleteBoughtRecipes(tx, listId);
    await deleteCheckedLines(tx, listId);
  });
}

/** Removes everything. A shared list stays shared. */
export async function clearShoppingList(accountId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId !== null) await deleteShoppingLines(db, listId);
}
