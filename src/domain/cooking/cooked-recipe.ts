/** Reads the recipe of a cooked item and copies its ingredients and steps. */
import { lockVisibleRecipe } from '../../db/sql/recipes.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import { viewerOf } from '../accounts/viewer.ts';
import type { Recipe, Step } from '../items/eventable.ts';
import { getEventable } from '../items/read.ts';
import { scaleRecipe } from '../recipes/scaling.ts';

/** Locks the recipe against deletion. Throws validation_failed unless it is a recipe that the account may see. */
export async function lockRecipeToCook(tx: Tx, accountId: number, recipeId: number): Promise<Recipe> {
  await requireVisibleRecipe(tx, accountId, recipeId);
  return (await getEventable(recipeId, viewerOf(accountId), tx)) as Recipe;
}

/** Locks and throws as `lockRecipeToCook` does, without reading the recipe. */
export async function requireVisibleRecipe(tx: Tx, accountId: number, recipeId: number): Promise<void> {
  const [found] = await lockVisibleRecipe(tx, accountId, null, recipeId);
  if (!found) throw invalid('recipe_id', t('errors.must-be-visible-recipe'));
}

/** Scales the ingredients exactly to the number of servings. */
export function copyIngredients(recipe: Recipe, serving: number): IngredientDraft[] {
  return scaleRecipe(recipe, serving).ingredients.map(({ id: _, position: __, ...ingredient }) => ingredient);
}

/** Includes only links that the account may see. */
export const copySteps = (recipe: Recipe): StepDraft[] =>
  recipe.steps.map(({ name, content, duration, ingredientPositions, links }) => ({
    name,
    content,
    duration,
    ingredientPositions,
    links: links.flatMap((link) => toLinkDraft(link) ?? []),
  }));

function toLinkDraft({ id, type, iri, serving }: Step['links'][number]): StepDraft['links'][number] | null {
  if (id !== null && type !== null) return { target: { id, type }, serving };
  return iri === null ? null : { target: { iri }, serving };
}
