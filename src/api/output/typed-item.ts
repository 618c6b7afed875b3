/** Serialises items of any type in full, each with its `type`. */
import { z } from '@hono/zod-openapi';
import type { Eventable } from '../../domain/items/eventable.ts';
import type { WithQuote } from '../../domain/items/quotes.ts';
import { cookedOutputs, toCookedOutput } from './cooked.ts';
import { recipeOutput, toRecipeOutput } from './recipe.ts';
import { statusOutput, toStatusOutput } from './status.ts';

export const typedItemOutput = z.union([
  recipeOutput.extend({ type: z.literal('recipe') }),
  cookedOutputs.preparation.extend({ type: z.literal('preparation') }),
  cookedOutputs.baking.extend({ type: z.literal('baking') }),
  statusOutput.extend({ type: z.literal('status') }),
]);

export function toTypedItem(item: WithQuote<Eventable>): z.output<typeof typedItemOutput> {
  switch (item.type) {
    case 'recipe':
      return { type: item.type, ...toRecipeOutput(item) };
    case 'status':
      return { type: item.type, ...toStatusOutput(item) };
    case 'preparation':
    case 'baking':
      return { type: item.type, ...toCookedOutput(item) };
  }
}
