/** The same dish for more or fewer people. */

import type { Rational } from '../eventables/draft.ts';
import type { Ingredient, Recipe } from '../eventables/eventable.ts';
import { scale } from './quantity.ts';

/** As written without a `serving`, an integer > 0. Quantities are exact; what does not scale stays. */
export function scaleTo(recipe: Recipe, serving: number | undefined): Recipe {
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
