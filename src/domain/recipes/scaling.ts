/** Scales a recipe to another number of servings. */

import type { Rational } from '../../recipe-import/draft.ts';
import { scale } from '../../recipe-import/quantity.ts';
import type { Ingredient, Recipe } from '../items/eventable.ts';

/** `serving` is an integer > 0; undefined returns the recipe unchanged. Quantities stay exact. */
export function scaleRecipe(recipe: Recipe, serving: number | undefined): Recipe {
  if (serving === undefined || serving === recipe.serving) return recipe;
  const scaled = (quantity: Rational | null) => quantity && scale(quantity, recipe.serving, serving);
  const ingredients = recipe.ingredients.map((ingredient): Ingredient => {
    if (!ingredient.scalable) return ingredient;
    return {
      ...ingredient,
      quantity: scaled(ingredient.quantity),
      quantityMax: scaled(ingredient.quantityMax),
    };
  });
  return { ...recipe, serving, ingredients };
}
