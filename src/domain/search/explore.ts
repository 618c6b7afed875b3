/** Lists what there is to discover: trending items, accounts and hashtags, and new, quick and categorised recipes. */
import { listTrendingAccounts, listTrendingEventables, refreshTrends as storeTrends } from '../../db/sql/discovery.ts';
import { listTrendingTags as listTags, refreshTagTrends } from '../../db/sql/tags.ts';
import { db, nest } from '../../db/statement.ts';
import type { AccountCard, Viewer } from '../accounts/account.ts';
import type { Eventable } from '../items/eventable.ts';
import { toEventables } from '../items/read.ts';
import { allRecipes, type FacetValue, findRecipes } from './recipes.ts';

// Scores and lists trending items, accounts and hashtags

/** Recomputes all scores. */
export async function refreshTrends(): Promise<void> {
  await storeTrends(db);
  await refreshTagTrends(db);
}

type TrendingType = 'recipe' | 'preparation' | 'status';

interface OffsetPage {
  limit: number;
  offset: number;
}

/** Best first. */
export async function listTrendingItems<Type extends TrendingType>(
  type: Type,
  { accountId, host }: Viewer,
  { limit, offset }: OffsetPage,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const rows = await listTrendingEventables(db, accountId, host, type, limit, offset);
  return toEventables(rows) as Extract<Eventable, { type: Type }>[];
}

/** Local accounts, best first. */
export async function listTrendingLocalAccounts(
  { accountId }: Viewer,
  { limit, offset }: OffsetPage,
): Promise<AccountCard[]> {
  return nest<AccountCard>(await listTrendingAccounts(db, accountId, limit, offset));
}

/** Hashtags of public items of the last 7 days, normalised. The one of most people first. */
export const listTrendingTags = async ({ accountId, host }: Viewer, limit: number): Promise<string[]> =>
  (await listTags(db, accountId, host, limit)).map(({ tag }) => tag);

/** Minutes. */
export const maxQuickTime = 30;

export const exploreNames = ['new', 'popular', 'quick', 'category'] as const;

export interface ExploreList {
  name: (typeof exploreNames)[number];
  /** Empty for the other lists. */
  category?: string;
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
