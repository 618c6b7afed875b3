/** A recipe as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/eventables/eventable.ts';
import { commonFields, toCommon } from './common.ts';
import { ingredientOutput, toIngredientOutput } from './ingredient.ts';
import { stepOutput, toStepOutputs } from './step.ts';

export const recipeOutput = z
  .object({
    ...commonFields,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    description_html: z.string(),
    serving: z.int().min(1),
    serving_type: z.string(),
    source_url: z.string().openapi({ description: 'Empty if there is none' }),
    prep_time: z.int().min(0).openapi({ description: 'Seconds; 0 if not told' }),
    cook_time: z.int().min(0).openapi({ description: 'Seconds; 0 if not told' }),
    ingredients: z.array(ingredientOutput),
    steps: z.array(stepOutput),
  })
  .openapi('Recipe');
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
