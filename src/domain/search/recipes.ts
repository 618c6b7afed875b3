/** Searches recipes by words, ingredients and facts, for members and anonymous visitors. */
import { restrictedDiets } from '../../db/recipe-details.ts';
import {
  maxMatches,
  type SearchOrder,
  type SearchRow,
  searchRecipes,
  selectIndexableRecipes,
} from '../../db/sql/search.ts';
import { searchRecipesAtHand, searchSimilarRecipes } from '../../db/sql/search-wider.ts';
import { db } from '../../db/statement.ts';
import { canonicalCategory } from '../../recipe-import/categories.ts';
import { findAccountByHandle, normaliseHandle, type Viewer } from '../accounts/account.ts';
import { searchTerms, termValue } from '../items/search-index.ts';
import { anyOf, correct, isExcluded, partsOf, quoted, readTyped, widen } from './similar-words.ts';

// Converts the criteria of a search for recipes to a PostgreSQL tsquery of terms

interface RecipeCriteria {
  /** Words, phrases in quotation marks, and words to exclude after a minus sign. Empty for all recipes. */
  words: string;
  /** Names of ingredients that a recipe must have. */
  ingredients: string[];
  /** Names of ingredients that it must not have. */
  without: string[];
  /** All of them. */
  tags: string[];
  /** All of them, values of schema.org's RestrictedDiet such as `VeganDiet`. */
  diets: string[];
  /** One of them. */
  categories: string[];
  /** One of them. */
  cuisines: string[];
  /** One of them, BCP 47. */
  languages: string[];
  /** Minutes. */
  maxTime: number | null;
  hasPhoto: boolean | null;
  /** The mean of its ratings reaches so many stars. */
  minRating: number | null;
}

/** A term as a lexeme of a tsquery. */
const lexeme = (term: string): string => quoted(`=${term}`);

/** `locale` is the language in which the ingredients are named. */
function toFilter(criteria: RecipeCriteria, authorId: number | null, locale: string): string {
  const keysOf = (names: string[]) =>
    names.map((name) => searchTerms.ingredients(name, locale)[0] ?? searchTerms.unknownIngredient(name));
  const time = criteria.maxTime === null ? null : searchTerms.time(criteria.maxTime);
  const all = [
    ...keysOf(criteria.ingredients),
    ...criteria.tags.map(searchTerms.tag),
    ...criteria.diets.map(searchTerms.diet),
    ...(time === null ? [] : [time]),
    ...(authorId === null ? [] : [searchTerms.author(authorId)]),
    ...(criteria.minRating === null ? [] : [searchTerms.stars(criteria.minRating)]),
  ];
  return [
    ...all.map(lexeme),
    anyOf(criteria.categories.flatMap((each) => searchTerms.categories(each, locale)).map(lexeme)),
    anyOf(criteria.cuisines.map(searchTerms.cuisine).map(lexeme)),
    anyOf(criteria.languages.map(searchTerms.language).map(lexeme)),
    ...keysOf(criteria.without).map((key) => `!${lexeme(key)}`),
  ]
    .filter(Boolean)
    .join(' & ');
}

/**
 * Separates what a text asks for from what it excludes with a minus sign. Either is empty without letters and digits.
 */
export function splitWords(text: string): { words: string; excluded: string } {
  const parts = partsOf(text).map(([part]) => part);
  return {
    words: parts.filter((part) => !isExcluded(part)).join(' '),
    excluded: parts
      .filter(isExcluded)
      .map((part) => part.slice(1))
      .join(' or '),
  };
}

// Finds recipes

export { maxMatches };

interface RecipeSearch extends RecipeCriteria {
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
interface Facets {
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
  /** The words that were searched for instead, because there was nothing with those that were typed. */
  corrected: string | null;
}

/** A search for all recipes. */
export const allRecipes: Omit<RecipeSearch, 'limit' | 'offset'> = {
  words: '',
  ingredients: [],
  without: [],
  tags: [],
  diets: [],
  categories: [],
  cuisines: [],
  languages: [],
  maxTime: null,
  minRating: null,
  hasPhoto: null,
  author: null,
  locale: 'und',
  order: null,
};

/** A search that finds fewer recipes is widened to similar words. */
const enough = 20;

/**
 * Finds public recipes, the viewer's own, and followers-only recipes of accounts that the viewer follows. If few have
 * the words, those with similar words follow. If none has them, typing errors are corrected.
 */
export async function findRecipes(search: RecipeSearch, viewer: Viewer): Promise<FoundRecipes> {
  const authorId = await findAuthorId(search.author);
  if (authorId === 'missing' || saysNothing(search.words)) return nothing;
  const filter = toFilter(search, authorId, search.locale);
  const exact = await findExact(search, filter, viewer);
  if (splitWords(search.words).words === '') return exact;
  const found = await widenSearch(search, filter, exact, viewer);
  return found.total > 0 ? found : ((await findCorrected(search, filter, viewer)) ?? found);
}

function saysNothing(text: string): boolean {
  const { words, excluded } = splitWords(text);
  return text.trim() !== '' && words === '' && excluded === '';
}

const orderOf = ({ order, ingredients }: RecipeSearch, words: string): SearchOrder =>
  order ?? (words === '' && ingredients.length === 0 ? 'newest' : 'relevance');

const toSeconds = (minutes: number | null) => (minutes === null ? null : minutes * 60);

type Page = Pick<RecipeSearch, 'limit' | 'offset'>;

/** The number of results from the first one on to the end of the page. */
const endOf = ({ limit, offset }: Page) => Math.min(maxMatches, offset + limit);

/** The number of results on the page, at most. */
const sizeOf = (page: Page): number => Math.max(0, endOf(page) - page.offset);

interface Exact extends FoundRecipes {
  /** The first matches, as many as a wider search needs. */
  first: number[];
}

const isUnspaced = (text: string) => readTyped(text).alternatives.some((words) => words.some(({ isRun }) => isRun));

async function findExact(search: RecipeSearch, filter: string, { accountId, host }: Viewer): Promise<Exact> {
  const { words, excluded } = splitWords(search.words);
  const wanted = words === '' ? 0 : isUnspaced(words) ? maxMatches : enough;
  const [row] = await searchRecipes[orderOf(search, words)](
    db,
    accountId,
    host,
    words,
    filter,
    toSeconds(search.maxTime),
    search.ingredients.length,
    Math.max(wanted, endOf(search)),
    0,
    search.hasPhoto,
    excluded,
  );
  const found = toFound(row!);
  return { ...found, ids: found.ids.slice(search.offset, endOf(search)), first: found.ids };
}

/** Common words find enough as they are. Words without spaces between them are mostly part of a longer run. */
async function widenSearch(
  search: RecipeSearch,
  filter: string,
  { first, ...exact }: Exact,
  { accountId, host }: Viewer,
): Promise<FoundRecipes> {
  const { words, excluded } = splitWords(search.words);
  if (exact.isCapped || (exact.total >= enough && !isUnspaced(words))) return exact;
  const similar = await widen(readTyped(search.words));
  if (similar === '') return exact;
  const [row] = await searchSimilarRecipes(
    db,
    accountId,
    host,
    similar,
    filter,
    toSeconds(search.maxTime),
    search.ingredients.length,
    sizeOf(search),
    search.offset,
    search.hasPhoto,
    excluded,
    orderOf(search, words),
    first,
  );
  return toFound(row!);
}

/**
 * Of the corrections with the fewest errors that find anything, the first that finds a page is meant, otherwise the one
 * that finds most. They are tried one after the other, because mostly the first is right. Null if none finds anything.
 */
async function findCorrected(search: RecipeSearch, filter: string, viewer: Viewer): Promise<FoundRecipes | null> {
  let best: { found: FoundRecipes; errors: number } | null = null;
  for (const { text, errors } of await correct(readTyped(search.words))) {
    if (best && (best.found.total >= enough || errors > best.errors)) break;
    const { first: _, ...found } = await findExact({ ...search, words: text }, filter, viewer);
    if (found.total > (best?.found.total ?? 0)) best = { found: { ...found, corrected: text }, errors };
  }
  return best?.found ?? null;
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
    categories: mergeCategories(facet('c')),
    cuisines: facet('u'),
    diets: facet('d').map(({ value, count }) => ({ value: dietNames.get(value) ?? value, count })),
    languages: facet('l'),
    maxTimes: times.filter(({ count }) => count > 0),
    withPhoto: photos,
  };
  return { ids, total: Math.min(total, maxMatches), isCapped: total > maxMatches, facets, corrected: null };
}

/** Recipes that were indexed before common categories were merged have those of their authors. */
function mergeCategories(found: FacetValue[]): FacetValue[] {
  const merged = Map.groupBy(found, ({ value }) => canonicalCategory(value, 'und') ?? value);
  return [...merged]
    .map(([value, each]) => ({ value, count: each.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count);
}

const nothing: FoundRecipes = toFound({ ids: [], total: 0, terms: [], times: [], photos: 0 });

// Searches what can be cooked with the ingredients at hand: recipes of which most is there come first

/** More would make the queries long. */
export const maxAtHand = 20;

interface AtHandSearch extends Omit<RecipeSearch, 'order'> {
  /** Names of the ingredients at hand. */
  atHand: string[];
}

/** Ingredients as the recipe names them, each once. */
export interface AtHand {
  recipeId: number;
  present: string[];
  missing: string[];
}

interface FoundAtHand extends FoundRecipes {
  /** Those of the page, in its order. */
  atHand: AtHand[];
}

const keyIn = (name: string, locale: string) => searchTerms.ingredients(name, locale)[0] ?? null;

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
      const [key = name, ...kinds] = searchTerms.ingredients(name, locale);
      if (!named.has(key)) named.set(key, { name, isPresent: [key, ...kinds].some((each) => terms.includes(each)) });
    }
    const all = [...named.values()];
    const names = (isPresent: boolean) => all.filter((each) => each.isPresent === isPresent).map(({ name }) => name);
    return { recipeId, present: names(true), missing: names(false) };
  });
}
