/** Lists the pictures of a recipe's bakings. */
import { nest } from '../../db/nest-columns.ts';
import { selectBakingMedia, selectBakingMediaAscending } from '../../db/sql/recipes/baking-media.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Medium } from '../items/eventable.ts';
import { getOfType } from '../items/read.ts';

/** A picture with its baking. */
export interface BakingMedium extends Medium {
  eventableId: number;
  eventableType: 'baking';
  recipeId: number;
  preparedAt: Date;
  account: AccountCard;
}

/** Lists pictures of visible bakings, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeMedia(recipeId: number, viewer: Viewer, page: Page): Promise<BakingMedium[]> {
  await getOfType('recipe', recipeId, viewer);
  return listBakingMedia(recipeId, viewer, page);
}

/** Does not check that the viewer may see the recipe. */
export async function listBakingMedia(recipeId: number, viewer: Viewer, page: Page): Promise<BakingMedium[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectBakingMediaAscending : selectBakingMedia;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(nest<BakingMedium>(rows), page);
}
