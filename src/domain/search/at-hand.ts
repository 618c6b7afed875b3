/** Searches what can be cooked with the ingredients at hand: recipes of which most is there come first. */
import { selectIndexableRecipes } from '../../db/sql/search.ts';
import { searchRecipesAtHand } from '../../db/sql/search-wider.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/account.ts';
import { ingredientTerms } from '../items/search-index.ts';
import {
  type FoundRecipes,
  findAuthorId,
  lexeme,
  maxMatches,
  nothing,
  type RecipeSearch,
  saysNothing,
  splitWords,
  toFilter,
  toFound,
} from './recipes.ts';

// Builds the queries: those for recipes of which much is there come first

const joined = (queries: string[], operator: string) => (queries.length === 0 ? null : `(${queries.join(operator)})`);

/** A tsquery for at least so many of the terms. Null for more than there are. Halves keep it short. */
function atLeast(count: number, terms: string[]): string | null {
  if (count > terms.length) return null;
  if (count === terms.length) return joined(terms, '&');
  if (count === 1) return joined(terms, '|');
  const half = Math.ceil(terms.length / 2);
  const [left, right] = [terms.slice(0, half), terms.slice(half)];
  const ways = Array.from({ length: count + 1 }, (_, inLeft) => {
    const parts = [
      ...(inLeft === 0 ? [] : [atLeast(inLeft, left)]),
      ...(inLeft === count ? [] : [atLeast(count - inLeft, right)]),
    ];
    return parts.includes(null) ? null : joined(parts as string[], '&');
  });
  return joined(
    ways.filter((way) => way !== null),
    '|',
  );
}

/** Three of many ingredients make a long query. */
const maxForThree = 10;

/** Which recipes a slice reads: the newest, the newer ones or the others. */
type Part = 1 | 2 | 3;

/** Recipes with several of the ingredients come first, the newest before others. No recipe is in two slices. */
function slicesOf(lexemes: string[]): { query: string; part: Part }[] {
  const levels = [lexemes.length > maxForThree ? null : atLeast(3, lexemes), atLeast(2, lexemes), atLeast(1, lexemes)];
  const queries = levels.filter((query) => query !== null);
  const slices = queries.flatMap((query, level) => {
    const only = level === 0 ? query : `${query}&!${queries[level - 1]}`;
    // Those with fewer of the ingredients wait for one more part.
    return ([1, 2, 3] as const).map((part) => ({ query: only, part, place: level + part }));
  });
  return slices.toSorted((a, b) => a.place - b.place || a.part - b.part);
}

// Finds the recipes

/** More would make the queries long. */
export const maxAtHand = 20;

export interface AtHandSearch extends Omit<RecipeSearch, 'order'> {
  /** Names of the ingredients at hand. */
  atHand: string[];
}

/** Ingredients as the recipe names them, each once. */
export interface AtHand {
  recipeId: number;
  present: string[];
  missing: string[];
}

export interface FoundAtHand extends FoundRecipes {
  /** Those of the page, in its order. */
  atHand: AtHand[];
}

const keyIn = (name: string, locale: string) => ingredientTerms(name, locale)[0] ?? null;

/** Finds the recipes that `findRecipes` would find, if they need one of the ingredients at least. */
export async function findRecipesAtHand(search: AtHandSearch, viewer: Viewer): Promise<FoundAtHand> {
  const { maxTime, limit, offset, hasPhoto, locale } = search;
  const terms = [...new Set(search.atHand.map((name) => keyIn(name, locale)).filter((key) => key !== null))];
  const authorId = await findAuthorId(search.author);
  if (terms.length === 0 || authorId === 'missing' || saysNothing(search.words)) return { ...nothing, atHand: [] };
  const { words, excluded } = splitWords(search.words);
  const lexemes = terms.map(lexeme);
  const slices = slicesOf(lexemes);
  const [row] = await searchRecipesAtHand(
    db,
    viewer.accountId,
    viewer.host,
    words,
    toFilter(search, authorId, locale),
    maxTime === null ? null : maxTime * 60,
    slices.map(({ query }) => query),
    Math.min(limit, Math.max(0, maxMatches - offset)),
    offset,
    hasPhoto,
    excluded,
    slices.map(({ part }) => part),
    lexemes.join('|'),
    lexemes.length,
  );
  const found = toFound(row!);
  return { ...found, atHand: await compare(found.ids, terms) };
}

async function compare(ids: number[], terms: string[]): Promise<AtHand[]> {
  const recipes = new Map((await selectIndexableRecipes(db, ids)).map((recipe) => [recipe.id, recipe]));
  return ids.map((recipeId) => {
    const { ingredients = [], locale = 'und' } = recipes.get(recipeId) ?? {};
    const named = new Map<string, { name: string; isPresent: boolean }>();
    for (const name of ingredients) {
      const [key = name, ...kinds] = ingredientTerms(name, locale);
      if (!named.has(key)) named.set(key, { name, isPresent: [key, ...kinds].some((each) => terms.includes(each)) });
    }
    const all = [...named.values()];
    const names = (isPresent: boolean) => all.filter((each) => each.isPresent === isPresent).map(({ name }) => name);
    return { recipeId, present: names(true), missing: names(false) };
  });
}
