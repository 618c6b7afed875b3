/** Lists what the front page shows besides the newest recipes. */
import {
  selectMostCookedRecipe,
  selectNewestCookedItems,
  selectNewestQuickRecipes,
} from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type ItemCard, toCards } from './cards.ts';

/** The recipe with a picture that most people cooked this week, or else a popular one. Null if there is neither. */
export async function findMostCookedRecipe({ accountId, host }: Viewer): Promise<ItemCard | null> {
  return toCards(await selectMostCookedRecipe(db, accountId, host))[0] ?? null;
}

/** Public recipes that take at most 30 minutes, newest first. */
export async function listNewestQuickRecipes(
  { accountId, host }: Viewer,
  limit: number,
): Promise<ItemCard[]> {
  return toCards(await selectNewestQuickRecipes(db, accountId, host, limit));
}

/** Public items with a picture that local accounts cooked from a recipe, newest first. */
export async function listNewestCookedItems({ accountId, host }: Viewer, limit: number): Promise<ItemCard[]> {
  return toCards(await selectNewestCookedItems(db, accountId, host, limit));
}
