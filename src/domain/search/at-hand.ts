/** Searches what can be cooked with the ingredients at hand: recipes of which most is there come first. */
import { searchRecipesAtHand, selectIndexableRecipes } from '../../db/sql/search.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/account.ts';
import { countTerm, ingredientLimits, ingredientTerms } from '../items/search-index.ts';
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

const [few, some, many] = ingredientLimits;

/** Three of many ingredients make a long query. */
const maxForThree = 10;

/** Recipes with few ingredients come first, because more of them is there. No recipe is in two slices. */
function slicesOf(terms: string[]): string[] {
  const lexemes = terms.map(lexeme);
  const [any, two, three] = [1, 2, lexemes.length > maxForThree ? Number.POSITIVE_INFINITY : 3].map((count) =>
    atLeast(count, lexemes),
  );
  const within = (query: string | null | undefined, limit: (typeof ingredientLimits)[number]) =>
    query ? `(${query}&${lexeme(countTerm(limit))})` : null;
  const steps = two
    ? [
        [within(three, some)],
        [within(two, some)],
        [within(two, many), within(any, few)],
        [two, within(any, some)],
        [any],
      ]
    : [[within(any, few)], [within(any, some)], [within(any, many)], [any]];
  // Each of these finds what the one before finds, and more.
  const queries = steps
    .map((step) =>
      joined(
        step.filter((query) => query != null),
        '|',
      ),
    )
    .filter((query) => query !== null);
  return queries.map((query, place) => (place === 0 ? query : `${query}&!${queries[place - 1]}`));
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
  const [row] = await searchRecipesAtHand(
    db,
    viewer.accountId,
    viewer.host,
    words,
    toFilter(search, authorId, locale),
    maxTime === null ? null : maxTime * 60,
    slicesOf(terms),
    Math.min(limit, Math.max(0, maxMatches - offset)),
    offset,
    hasPhoto,
    excluded,
    terms.map((term) => `=${term}`),
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
