/** Lists the reviews of a recipe: what others cooked from it and rated. */
import { selectReviews, selectReviewsAscending } from '../../db/sql/recipes.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type ItemCard, toCards } from '../items/cards.ts';
import { getOfType } from '../items/read.ts';

export interface Review extends ItemCard {
  rating: number;
  /** It is public, and its author allows search engines. */
  indexable: boolean;
}

/** Lists visible reviews, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeReviews(recipeId: number, viewer: Viewer, page: Page): Promise<Review[]> {
  await getOfType('recipe', recipeId, viewer);
  return listReviews(recipeId, viewer, page);
}

/** Does not check that the viewer may see the recipe. */
export async function listReviews(recipeId: number, viewer: Viewer, page: Page): Promise<Review[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectReviewsAscending : selectReviews;
  const rows = await list(db, viewer.accountId, viewer.host, recipeId, above, below, page.limit);
  return inOrder(toCards(rows) as Review[], page);
}
