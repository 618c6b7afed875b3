/** Lists recipes to discover: new ones, popular ones, quick ones, and those of a category. */
import type { Viewer } from '../accounts/account.ts';
import { listTrendingItems } from '../trending/trending.ts';
import { allRecipes, type FacetValue, findRecipes } from './recipes.ts';

/** Minutes. */
export const maxQuickTime = 30;

export const exploreNames = ['new', 'popular', 'quick', 'category'] as const;

export interface ExploreList {
  name: (typeof exploreNames)[number];
  /** Empty for the other lists. */
  category?: string;
}

interface OffsetPage {
  limit: number;
  offset: number;
}

interface ExploredRecipes {
  ids: number[];
  hasMore: boolean;
  /** Categories of the matches, the most frequent first; none for popular recipes. */
  categories: string[];
  /** Likewise. */
  tags: string[];
}

/** New, quick and categorised recipes are the newest ones that search finds. Popular ones are the trending ones. */
export async function exploreRecipes(
  { name, category = '' }: ExploreList,
  viewer: Viewer,
  { limit, offset }: OffsetPage,
): Promise<ExploredRecipes> {
  if (name === 'popular') {
    const found = await listTrendingItems('recipe', viewer, { limit: limit + 1, offset });
    const ids = found.slice(0, limit).map(({ id }) => id);
    return { ids, hasMore: found.length > limit, categories: [], tags: [] };
  }
  const { ids, total, facets } = await findRecipes(
    {
      ...allRecipes,
      order: 'newest',
      categories: name === 'category' ? [category] : [],
      maxTime: name === 'quick' ? maxQuickTime : null,
      limit,
      offset,
    },
    viewer,
  );
  const values = (list: FacetValue[]) => list.map(({ value }) => value);
  const { categories, tags } = facets;
  return { ids, hasMore: offset + limit < total, categories: values(categories), tags: values(tags) };
}
