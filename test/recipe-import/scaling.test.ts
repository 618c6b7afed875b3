/** Scaling a recipe up and down again restores it exactly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ingredient, Recipe } from '../../src/domain/items/eventable.ts';
import { scaleRecipe } from '../../src/domain/recipes/display.ts';
import { rational } from '../../src/recipe-import/quantity.ts';
import { randomRuns } from '../support/random-runs.ts';

const amount = fc.option(
  fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000 })).map(([top, bottom]) => rational(top, bottom)!),
);
const ingredient = fc.record({ quantity: amount, quantityMax: amount, scalable: fc.boolean() });
const servings = fc.integer({ min: 1, max: 1_000 });

const recipeOf = (serving: number, ingredients: object[]) =>
  ({ type: 'recipe', serving, ingredients: ingredients as Ingredient[] }) as Recipe;

test('scaling by any sequence of servings and back restores every quantity exactly', () => {
  fc.assert(
    fc.property(servings, fc.array(servings, { maxLength: 3 }), fc.array(ingredient), (own, ways, list) => {
      const recipe = recipeOf(own, list);
      const there = ways.reduce((dish, serving) => scaleRecipe(dish, { serving }), recipe);
      expect(scaleRecipe(there, { serving: own })).toEqual(recipe);
      if (ways.length > 0) expect(there).toEqual(scaleRecipe(recipe, { serving: ways.at(-1) }));
    }),
    randomRuns(),
  );
});

test('each quantity is scaled once, and unscalable ones are unchanged', () => {
  fc.assert(
    fc.property(servings, servings, fc.array(ingredient), (own, wanted, list) => {
      const scaled = scaleRecipe(recipeOf(own, list), { serving: wanted }).ingredients;
      for (const [at, { quantity, scalable }] of list.entries()) {
        const now = scaled[at]!.quantity;
        if (quantity === null || !scalable) expect(now).toEqual(quantity);
        else {
          const left = BigInt(now!.numerator) * BigInt(quantity.denominator) * BigInt(own);
          expect(left).toBe(BigInt(quantity.numerator) * BigInt(now!.denominator) * BigInt(wanted));
        }
      }
    }),
    randomRuns(),
  );
});
