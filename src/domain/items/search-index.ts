/** The search index of items. */
import { inBatches, readInBatches } from '../../db/batch.ts';
import { totalTimeOf } from '../../db/recipe-details.ts';
import { lockItems } from '../../db/sql/counters.ts';
import type { ItemColumns } from '../../db/sql/items.ts';
import {
  deleteSearchWords,
  type IndexableRecipe,
  type IndexRow,
  lockSearchWords,
  selectIndexableRecipes,
  selectNextRecipeIds,
  selectOutdatedRecipeIds,
  writeRecipeIndex,
} from '../../db/sql/search.ts';
import { db, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { idsOf } from '../../lib/lists.ts';
import { canonicalCategory, categoryWords } from '../../recipe-import/categories.ts';
import { aisleOf, canonicalFood } from '../../recipe-import/foods/foods.ts';
import { indexedWords, partTerms } from './search-words.ts';

// The terms under which search finds a recipe, beside its words. A letter in front says what a term is.

const maxLength = 100;

/** The form of a value in a term. */
export const termValue = (value: string): string =>
  value.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, maxLength).toWellFormed();

const term = (letter: string) => (value: string) => `${letter}:${termValue(value)}`;

const categoryValueTerm = term('c');

/** Common categories share a term in all languages. */
const categoryTerm = (value: string, locale: string): string =>
  categoryValueTerm(canonicalCategory(value, locale) ?? value);

/** Minutes. A recipe has the terms of all limits that it keeps. */
const timeLimits = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 480];

export const searchTerms = {
  tag: term('t'),
  cuisine: term('u'),
  diet: term('d'),
  author: (accountId: number): string => `a:${accountId}`,
  /** Recipes whose mean rating reaches so many stars. Triggers write these terms. */
  stars: (stars: number): string => `s:${stars}`,
  /** Regional variants of a language share a term. */
  language: (locale: string): string => `l:${termValue(locale).split('-')[0]}`,
  /** Also those of recipes that were indexed before common categories were merged. */
  categories: (value: string, locale: string): string[] => {
    const key = canonicalCategory(value, locale);
    return [...new Set([key ?? value, ...(key === null ? [] : categoryWords(key))].map(categoryValueTerm))];
  },
  /**
   * The first term is the ingredient itself. `chicken breast` is also found as `chicken`, a food of the same aisle, but
   * `peanut butter` not as `butter`. A name that is no known food is also found by its last word.
   */
  ingredients: (name: string, locale: string): string[] => {
    const { key, aisle, isKnown } = canonicalFood(name, locale);
    const words = key.split(' ');
    const parts = isKnown ? words.filter((word) => aisleOf(word) === aisle) : words.slice(-1);
    return [...new Set([key, ...parts].map(termValue))].filter(Boolean).map((value) => `i:${value}`);
  },
  /** For a name without letters, which no recipe has. */
  unknownIngredient: term('i'),
  /** Also admits recipes a little above `minutes`. Null if only the time itself can tell. */
  time: (minutes: number): string | null => {
    const limit = timeLimits.find((each) => each >= minutes);
    return limit === undefined ? null : `m:${limit}`;
  },
};

const timeTerms = (seconds: number | null): string[] =>
  seconds === null ? [] : timeLimits.filter((limit) => seconds <= limit * 60).map((limit) => `m:${limit}`);

// Keeps the rows that search reads in step with the recipes

/** More of a recipe in writing without spaces is found by whole words only. */
const maxParts = 500;

/** Call it in the transaction that changes recipes, after their parts were written. */
export async function indexRecipes(tx: Tx, ids: number[]): Promise<void> {
  const recipes = await selectIndexableRecipes(tx, ids);
  await writeRecipeIndex(tx, ids, toJson(recipes.map(toIndexRow)));
}

interface NewRecipe {
  id: number;
  row: Partial<ItemColumns> & Pick<IndexableRecipe, 'account_id' | 'locale' | 'name' | 'tags'>;
  ingredients: { name: string }[];
}

/** Like `indexRecipes` for recipes that were just inserted, so that none of them is read again. */
export async function indexNewRecipes(tx: Tx, recipes: NewRecipe[]): Promise<void> {
  const published = recipes.filter(({ row }) => row.publication === 'published');
  if (published.length === 0) return;
  const ids = idsOf(published);
  await writeRecipeIndex(tx, ids, toJson(published.map(toIndexable).map(toIndexRow)));
}

/** As `selectIndexableRecipes` returns it. */
const toIndexable = ({ id, row, ingredients }: NewRecipe): IndexableRecipe => ({
  id,
  account_id: row.account_id,
  locale: row.locale,
  name: row.name,
  tags: row.tags,
  category: row.category ?? [],
  cuisine: row.cuisine ?? [],
  diet: row.diet ?? [],
  prep_time: row.prep_time ?? null,
  cook_time: row.cook_time ?? null,
  rest_time: row.rest_time ?? null,
  total_time: row.total_time ?? null,
  ingredients: ingredients.map(({ name }) => name),
});

function toIndexRow(recipe: IndexableRecipe): IndexRow {
  const { id, account_id, locale, name, tags, category, cuisine, diet, ingredients } = recipe;
  const keys = ingredients.map((name) => searchTerms.ingredients(name, locale));
  const totalTime = totalTimeOf({
    prepTime: recipe.prep_time,
    cookTime: recipe.cook_time,
    restTime: recipe.rest_time,
    totalTime: recipe.total_time,
  });
  const found = [
    ...tags.map(searchTerms.tag),
    ...category.map((each) => categoryTerm(each, locale)),
    ...cuisine.map(searchTerms.cuisine),
    ...diet.map(searchTerms.diet),
    ...(locale === 'und' ? [] : [searchTerms.language(locale)]),
  ];
  const texts = [name, ...ingredients, ...tags];
  const parts = partTerms(texts.join('\n')).slice(0, maxParts);
  return {
    id,
    total_time: totalTime,
    ingredient_count: new Set(keys.map(([key]) => key)).size,
    ingredients: ingredients.join('\n'),
    terms: [...new Set(found)],
    marks: [...new Set([...keys.flat(), ...timeTerms(totalTime), searchTerms.author(account_id), ...parts])],
    title_parts: partTerms(name).slice(0, maxParts),
    ...indexedWords(texts),
  };
}

const batchSize = 100;

/**
 * Writes all rows again, for example after the names of ingredients are read differently. Safe while the server runs.
 * Words that only deleted recipes had are forgotten.
 */
export async function reindexRecipes(): Promise<number> {
  let written = 0;
  await deleteSearchWords(db);
  const list = (after: number, limit: number) => selectNextRecipeIds(db, after, limit);
  for await (const batch of readInBatches({ size: batchSize }, list, ({ id }) => id)) {
    const ids = idsOf(batch);
    await transact(async (tx) => {
      await lockSearchWords(tx);
      await lockItems(tx, ids);
      await indexRecipes(tx, ids);
    });
    written += ids.length;
  }
  return written;
}

/**
 * Writes the outdated rows again, until `until` (of `performance.now`). Returns whether it is done; a later
 * call continues.
 */
export const reindexOutdatedRecipes = (until?: number): Promise<boolean> =>
  inBatches({ max: batchSize, until }, async (tx, size) => {
    await lockSearchWords(tx);
    const ids = idsOf(await selectOutdatedRecipeIds(tx, size));
    await lockItems(tx, ids);
    await indexRecipes(tx, ids);
    return ids.length;
  });

/** Enqueues a job that writes the outdated rows again, if there are any. */
export async function updateSearchIndex(): Promise<void> {
  const [outdated] = await selectOutdatedRecipeIds(db, 1);
  if (outdated) await transact((tx) => enqueue(tx, jobs.reindexRecipes, {}));
}
