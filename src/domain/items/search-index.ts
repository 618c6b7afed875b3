/** Keeps the rows that search reads in step with the recipes. */
import { lockItems } from '../../db/sql/events.ts';
import {
  type IndexableRecipe,
  type IndexRow,
  selectIndexableRecipes,
  selectNextRecipeIds,
  writeRecipeIndex,
} from '../../db/sql/search.ts';
import { db, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import {
  authorTerm,
  categoryTerm,
  cuisineTerm,
  dietTerm,
  ingredientTerms,
  languageTerm,
  tagTerm,
  timeTerms,
} from './search-terms.ts';

/** Call it in the transaction that creates or changes recipes, after their parts were written. */
export async function indexRecipes(tx: Tx, ids: number[]): Promise<void> {
  const recipes = await selectIndexableRecipes(tx, ids);
  await writeRecipeIndex(tx, ids, toJson(recipes.map(toIndexRow)));
}

function toIndexRow(recipe: IndexableRecipe): IndexRow {
  const { id, account_id, locale, tags, category, cuisine, diet, ingredients } = recipe;
  const keys = ingredients.map((name) => ingredientTerms(name, locale));
  const totalTime = totalTimeOf({
    prepTime: recipe.prep_time,
    cookTime: recipe.cook_time,
    restTime: recipe.rest_time,
    totalTime: recipe.total_time,
  });
  const terms = [
    ...tags.map(tagTerm),
    ...category.map(categoryTerm),
    ...cuisine.map(cuisineTerm),
    ...diet.map(dietTerm),
    ...(locale === 'und' ? [] : [languageTerm(locale)]),
  ];
  return {
    id,
    total_time: totalTime,
    ingredient_count: new Set(keys.map(([key]) => key)).size,
    ingredients: ingredients.join('\n'),
    terms: [...new Set(terms)],
    marks: [...new Set([...keys.flat(), ...timeTerms(totalTime), authorTerm(account_id)])],
  };
}

const batchSize = 200;

/** Writes all rows again, for example after the names of ingredients are read differently. Safe while the server runs. */
export async function reindexRecipes(): Promise<number> {
  let written = 0;
  for (let after = 0; ; ) {
    const ids = (await selectNextRecipeIds(db, after, batchSize)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return written;
    await transact(async (tx) => {
      await lockItems(tx, ids);
      await indexRecipes(tx, ids);
    });
    written += ids.length;
    after = last;
  }
}
