/** Shares a shopping list by a link that cannot be guessed. */
import { randomBytes } from 'node:crypto';
import { openShoppingList, selectSharedList, updateShareToken } from '../../db/sql/shopping.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { checkItemOf } from './change.ts';
import type { ShoppingItem } from './items.ts';
import { listItems, listRecipes, type ShoppingRecipe } from './list.ts';

const tokenBytes = 24;
const pattern = /^[A-Za-z0-9_-]{32}$/;

export interface SharedList {
  id: number;
  /** Name of the member. */
  owner: string;
  items: ShoppingItem[];
  /** Only recipes that everybody may see. */
  recipes: ShoppingRecipe[];
}

/** Sharing a shared list keeps its link. Returns the id of the list. */
export async function shareList(accountId: number): Promise<number> {
  return transact(async (tx) => {
    const [list] = await openShoppingList(tx, accountId);
    if (list!.share_token === null)
      await updateShareToken(tx, list!.id, randomBytes(tokenBytes).toString('base64url'));
    return list!.id;
  });
}

/** The link no longer works, also after the list is shared again. */
export async function unshareList(accountId: number): Promise<void> {
  await transact(async (tx) => {
    const [list] = await openShoppingList(tx, accountId);
    await updateShareToken(tx, list!.id, null);
  });
}

async function findShared(token: string): Promise<{ id: number; owner: string }> {
  const [list] = pattern.test(token) ? await selectSharedList(db, token) : [];
  if (!list) throw notFound();
  return list;
}

/** Throws not_found. */
export async function getSharedList(token: string): Promise<SharedList> {
  const { id, owner } = await findShared(token);
  const [items, recipes] = await Promise.all([listItems(id), listRecipes(id, null)]);
  return { id, owner, items, recipes: recipes.filter(({ page }) => page !== null) };
}

/** Throws not_found. */
export async function checkSharedItem(token: string, itemId: number, checked: boolean): Promise<void> {
  await checkItemOf((await findShared(token)).id, itemId, checked);
}
