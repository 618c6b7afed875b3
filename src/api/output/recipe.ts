/** Serialises recipes. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/items/eventable.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { commonExample, commonFields, toCommon } from './eventable.ts';
import { ingredientOutput, toIngredientOutput } from './ingredient.ts';
import { stepOutput, toStepOutputs } from './step.ts';

export const recipeOutput = namedSchema(
  'recipe_output',
  z.object({
    ...commonFields,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    description_html: z.string(),
    serving: z.int().min(1),
    serving_type: z.string(),
    source_url: z.string().openapi({ description: 'Empty if unknown' }),
    prep_time: z.int().min(0).openapi({ description: 'Seconds, 0 if unknown' }),
    cook_time: z.int().min(0).openapi({ description: 'Seconds, 0 if unknown' }),
    ingredients: z.array(ingredientOutput),
    steps: z.array(stepOutput),
  }),
  {
    ...commonExample('recipe', 9),
    url: 'https://cook.example/@ann/recipes/pizza-dough',
    ...{ slug: 'pizza-dough', name: 'Pizza dough', serving: 4, serving_type: 'pizzas' },
    description: 'Two days in the cold do the work.',
    description_html: '<p>Two days in the cold do the work.</p>',
    ...{ source_url: '', prep_time: 1_200, cook_time: 480 },
    ingredients: [schemaExample(ingredientOutput)],
    steps: [schemaExample(stepOutput)],
  },
);
export type RecipeOutput = z.output<typeof recipeOutput>;

export function toRecipeOutput(recipe: Recipe): RecipeOutput {
  return {
    ...toCommon(recipe),
    slug: recipe.slug ?? '',
    name: recipe.name,
    description: recipe.content,
    description_html: recipe.contentHtml,
    serving: recipe.serving,
    serving_type: recipe.servingType ?? 'servings',
    source_url: recipe.sourceUrl ?? '',
    prep_time: recipe.prepTime ?? 0,
    cook_time: recipe.cookTime ?? 0,
    ingredients: recipe.ingredients.map(toIngredientOutput),
    steps: toStepOutputs(recipe.steps, recipe.ingredients),
  };
}
