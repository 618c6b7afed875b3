/** Serialises preparations and bakings. */
import { z } from '@hono/zod-openapi';
import type { Cooked, CookedType } from '../../domain/items/eventable.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { commonExample, commonFields, toCommon } from './eventable.ts';
import { ingredientOutput, toIngredientOutput } from './ingredient.ts';
import { stars } from './rating.ts';
import { stepOutput, toStepOutputs } from './step.ts';
import { timestamp } from './timestamp.ts';

const cookedOutput = z.object({
  ...commonFields,
  name: z.string(),
  description: z.string(),
  description_html: z.string(),
  status: z.enum(['draft', 'published']),
  serving: z.int().min(1),
  serving_type: z.string().optional(),
  prepared_at: timestamp,
  rating: stars,
  recipe_id: id.optional().openapi({ description: 'The recipe that was cooked, if the viewer may see it' }),
  ingredients: z.array(ingredientOutput),
  steps: z.array(stepOutput),
});

type CookedOutput = z.output<typeof cookedOutput>;

const example = (type: CookedType, id: number): CookedOutput => ({
  ...commonExample(type, id),
  name: 'Pizza for six',
  description: 'Hotter oven than last time.',
  description_html: '<p>Hotter oven than last time.</p>',
  ...{ status: 'published', serving: 6, serving_type: 'pizzas', recipe_id: 9 },
  prepared_at: '2026-05-02T18:00:00.000Z',
  rating: 4,
  ingredients: [{ ...schemaExample(ingredientOutput), id: 40, quantity: 750 }],
  steps: [{ ...schemaExample(stepOutput), id: 17, ingredient_ids: [40] }],
});

export const cookedOutputs = {
  preparation: namedSchema('preparation_output', cookedOutput, example('preparation', 25)),
  baking: namedSchema('baking_output', cookedOutput, example('baking', 21)),
};

export function toCookedOutput(item: Cooked): CookedOutput {
  return {
    ...toCommon(item),
    name: item.name,
    description: item.content,
    description_html: item.contentHtml,
    status: item.publication,
    serving: item.serving,
    ...(item.servingType !== null && { serving_type: item.servingType }),
    prepared_at: item.preparedAt.toISOString(),
    rating: item.rating,
    ...(item.recipeId !== null && { recipe_id: item.recipeId }),
    ingredients: item.ingredients.map(toIngredientOutput),
    steps: toStepOutputs(item.steps, item.ingredients),
  };
}
