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
  nothing,
  type RecipeSearch,
  saysNothing,
  sizeOf,
  splitWords,
  toFilter,
  toFound,
  toSeconds,
} from './recipes.ts';

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
  const { maxTime, offset, hasPhoto, locale } = search;
  const terms = [...new Set(search.atHand.map((name) => keyIn(name, locale)).filter((key) => key !== null))];
  const authorId = await findAuthorId(search.author);
  if (terms.length === 0 || authorId === 'missing' || saysNothing(search.words)) return { ...nothing, atHand: [] };
  const { words, excluded } = splitWords(search.words);
  const lexemes = terms.map(lexeme);
  const [row] = await searchRecipesAtHand(
    db,
    viewer.accountId,
    viewer.host,
    words,
    toFilter(search, authorId, locale),
    toSeconds(maxTime),
    lexemes.join('|'),
    sizeOf(search),
    offset,
    hasPhoto,
    excluded,
    lexemes,
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
