/** The recipe that is cooked, and what of it goes into the pot. */
import { lockCookable } from '../../db/sql/cooked.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import type { IngredientDraft, StepDraft } from '../eventables/draft.ts';
import type { Recipe, Step } from '../eventables/eventable.ts';
import { getEventable } from '../eventables/read.ts';
import { viewerOf } from '../eventables/visibility.ts';
import { scaleTo } from '../recipes/scaling.ts';

/** It stays until the transaction ends. Throws validation_failed for what is no recipe that the cook may see. */
export async function getCookable(tx: Tx, accountId: number, recipeId: number): Promise<Recipe> {
  await checkCookable(tx, accountId, recipeId);
  return (await getEventable(recipeId, viewerOf(accountId), tx)) as Recipe;
}

/** The same without reading the recipe. */
export async function checkCookable(tx: Tx, accountId: number, recipeId: number): Promise<void> {
  const [found] = await lockCookable(tx, accountId, null, recipeId);
  if (!found) throw invalid('recipe_id', 'must be a recipe you can see');
}

/** Exact quantities for so many servings. */
export function copyIngredients(recipe: Recipe, serving: number): IngredientDraft[] {
  return scaleTo(recipe, serving).ingredients.map(({ id: _, position: __, ...ingredient }) => ingredient);
}

/** With the links that the cook sees. */
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
