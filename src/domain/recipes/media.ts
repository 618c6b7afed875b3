/** Pictures of what people baked after a recipe. */
import { nest } from '../../db/nest.ts';
import { listBakingMedia, listBakingMediaAscending } from '../../db/sql/recipe-media.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, windowOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { Medium } from '../eventables/eventable.ts';
import { getOfType } from '../eventables/read.ts';
import type { Viewer } from '../eventables/visibility.ts';

/** A picture with what it is of. */
export interface MediumOfItem extends Medium {
  eventableId: number;
  eventableType: 'baking';
  recipeId: number;
  preparedAt: Date;
  account: AccountCard;
}

/** Of the bakings that the viewer may see, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeMedia(recipeId: number, viewer: Viewer, page: Page): Promise<MediumOfItem[]> {
  await getOfType('recipe', recipeId, viewer);
  return listDishes(recipeId, viewer, page);
}

/** The same, of a recipe that was just read through the viewer's eyes. */
export async function listDishes(recipeId: number, viewer: Viewer, page: Page): Promise<MediumOfItem[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listBakingMediaAscending : listBakingMedia;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(nest<MediumOfItem>(rows), page);
}
