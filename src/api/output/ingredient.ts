/** Serialises ingredients. */
import { z } from '@hono/zod-openapi';
import type { Ingredient } from '../../domain/items/eventable.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { toDisplay } from '../../recipe-import/quantity.ts';

export const ingredientOutput = namedSchema(
  'ingredient_output',
  z.object({
    id,
    position: z.int().min(0),
    name: z.string(),
    quantity: z.number().nullable(),
    quantity_max: z.number().nullable().openapi({ description: 'Upper end of a range' }),
    unit: z
      .string()
      .nullable()
      .openapi({ description: 'A canonical code such as g or tbsp, or the author’s own word' }),
    note: z.string().nullable(),
    group: z.string().nullable(),
    optional: z.boolean(),
    scalable: z.boolean(),
    original_text: z.string().nullable(),
  }),
  {
    ...{ id: 12, position: 0, name: 'flour', quantity: 500, quantity_max: null, unit: 'g', note: 'type 00' },
    ...{ group: 'Dough', optional: false, scalable: true, original_text: '500 g flour, type 00' },
  },
);

export function toIngredientOutput(ingredient: Ingredient): z.output<typeof ingredientOutput> {
  return {
    id: ingredient.id,
    position: ingredient.position,
    name: ingredient.name,
    quantity: ingredient.quantity && toDisplay(ingredient.quantity),
    quantity_max: ingredient.quantityMax && toDisplay(ingredient.quantityMax),
    unit: ingredient.unit,
    note: ingredient.note,
    group: ingredient.group,
    optional: ingredient.optional,
    scalable: ingredient.scalable,
    original_text: ingredient.originalText,
  };
}
