/** A dish for more people and back again is the dish it was. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ingredient, Recipe } from '../../../src/domain/eventables/eventable.ts';
import { rational } from '../../../src/domain/recipes/quantity.ts';
import { scaleTo } from '../../../src/domain/recipes/scaling.ts';
import { atRandom } from '../../support/at-random.ts';

const amount = fc.option(
  fc
    .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000 }))
    .map(([top, bottom]) => rational(top, bottom)!),
);
const ingredient = fc.record({ quantity: amount, quantityMax: amount, scalable: fc.boolean() });
const servings = fc.integer({ min: 1, max: 1_000 });

const recipeOf = (serving: number, ingredients: object[]) =>
  ({ type: 'recipe', serving, ingredients: ingredients as Ingredient[] }) as Recipe;

test('scaled there and back, by any way round, every quantity is exactly what it was', () => {
  fc.assert(
    fc.property(servings, fc.array(servings, { maxLength: 3 }), fc.array(ingredient), (own, ways, list) => {
      const recipe = recipeOf(own, list);
      const there = ways.reduce((dish, serving) => scaleTo(dish, serving), recipe);
      expect(scaleTo(there, own)).toEqual(recipe);
      if (ways.length > 0) expect(there).toEqual(scaleTo(recipe, ways.at(-1)));
    }),
    atRandom(),
  );
});

test('each quantity is multiplied once, and what does not scale stays', () => {
  fc.assert(
    fc.property(servings, servings, fc.array(ingredient), (own, wanted, list) => {
      const scaled = scaleTo(recipeOf(own, list), wanted).ingredients;
      for (const [at, { quantity, scalable }] of list.entries()) {
        const now = scaled[at]!.quantity;
        if (quantity === null || !scalable) expect(now).toEqual(quantity);
        else {
          const left = BigInt(now!.numerator) * BigInt(quantity.denominator) * BigInt(own);
          expect(left).toBe(BigInt(quantity.numerator) * BigInt(now!.denominator) * BigInt(wanted));
        }
      }
    }),
    atRandom(),
  );
});
