/** Lists the pictures of what was cooked from a recipe. */
import { nest } from '../../db/nest-columns.ts';
import { selectBakingMedia, selectBakingMediaAscending, selectCookedMedia } from '../../db/sql/recipes.ts';
import { db } from '../../db/statement.ts';
import { firstPage, inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { CookedType, Medium } from '../items/eventable.ts';
import { getOfType } from '../items/read.ts';

/** A picture with its cooked item. */
export interface CookedMedium extends Medium {
  eventableId: number;
  eventableType: CookedType;
  recipeId: number;
  preparedAt: Date;
  account: AccountCard;
}

export interface BakingMedium extends CookedMedium {
  eventableType: 'baking';
}

/** Lists pictures of visible bakings, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeMedia(recipeId: number, viewer: Viewer, page: Page): Promise<BakingMedium[]> {
  await getOfType('recipe', recipeId, viewer);
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectBakingMediaAscending : selectBakingMedia;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(nest<BakingMedium>(rows), page);
}

/** The newest pictures of visible bakings and preparations. Does not check that the viewer may see the recipe. */
export async function listCookedMedia(
  recipeId: number,
  viewer: Viewer,
  limit: number,
): Promise<CookedMedium[]> {
  const { above, below } = rangeOf({ ...firstPage, limit });
  const rows = await selectCookedMedia(db, viewer.accountId, viewer.host, recipeId, above, below, limit);
  return nest<CookedMedium>(rows);
}
