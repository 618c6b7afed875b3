/** Searches recipes by words, ingredients and facts, for members and anonymous visitors. */
import { maxMatches, type SearchOrder, type SearchRow, searchRecipes } from '../../db/sql/search.ts';
import { db } from '../../db/statement.ts';
import { restrictedDiets } from '../../recipe-import/details.ts';
import { findAccountByHandle, normaliseHandle } from '../accounts/account.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { termValue } from '../items/search-terms.ts';
import { type RecipeCriteria, splitWords, toFilter } from './recipe-query.ts';

export type { RecipeCriteria, SearchOrder };
export { maxMatches };

export interface RecipeSearch extends RecipeCriteria {
  /** `name` or `name@host`. */
  author: string | null;
  /** The language in which the ingredients are named, BCP 47. `und` if it is unknown. */
  locale: string;
  /** Null for relevance if there are words or ingredients, otherwise newest. */
  order: SearchOrder | null;
  limit: number;
  offset: number;
}

export interface FacetValue {
  value: string;
  count: number;
}

/** Counted among the matches. */
export interface Facets {
  tags: FacetValue[];
  categories: FacetValue[];
  cuisines: FacetValue[];
  diets: FacetValue[];
  languages: FacetValue[];
  /** Recipes that take at most so many minutes. */
  maxTimes: { minutes: number; count: number }[];
  withPhoto: number;
}

export interface FoundRecipes {
  /** The requested page. */
  ids: number[];
  /** At most `maxMatches`. */
  total: number;
  /** True if there are more than `maxMatches`; then all counts are lower bounds. */
  isCapped: boolean;
  facets: Facets;
}

/** Finds public recipes, the viewer's own, and followers-only recipes of accounts that the viewer follows. */
export async function findRecipes(search: RecipeSearch, { accountId, host }: Viewer): Promise<FoundRecipes> {
  const authorId = await findAuthorId(search.author);
  const { words, excluded } = splitWords(search.words);
  if (authorId === 'missing' || (search.words.trim() !== '' && words === '' && excluded === ''))
    return nothing;
  const { ingredients, maxTime, limit, offset, hasPhoto } = search;
  const order = search.order ?? (words === '' && ingredients.length === 0 ? 'newest' : 'relevance');
  const filter = toFilter(search, authorId, search.locale);
  const [row] = await searchRecipes[order](
    db,
    accountId,
    host,
    words,
    filter,
    maxTime === null ? null : maxTime * 60,
    ingredients.length,
    Math.min(limit, Math.max(0, maxMatches - offset)),
    offset,
    hasPhoto,
    excluded,
  );
  return toFound(row!);
}

async function findAuthorId(author: string | null): Promise<number | null | 'missing'> {
  if (author === null) return null;
  return (await findAccountByHandle(normaliseHandle(author)))?.id ?? 'missing';
}

const dietNames = new Map<string, string>(restrictedDiets.map((diet) => [termValue(diet), diet]));

function toFound({ ids, total, terms, times, photos }: SearchRow): FoundRecipes {
  const facet = (letter: string) =>
    terms
      .filter(({ term }) => term.startsWith(`${letter}:`))
      .map(({ term, count }) => ({ value: term.slice(2), count }));
  const facets = {
    tags: facet('t'),
    categories: facet('c'),
    cuisines: facet('u'),
    diets: facet('d').map(({ value, count }) => ({ value: dietNames.get(value) ?? value, count })),
    languages: facet('l'),
    maxTimes: times.filter(({ count }) => count > 0),
    withPhoto: photos,
  };
  return { ids, total: Math.min(total, maxMatches), isCapped: total > maxMatches, facets };
}

const nothing: FoundRecipes = toFound({ ids: [], total: 0, terms: [], times: [], photos: 0 });
