/** Serialises recipes. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/items/eventable.ts';
import { id } from '../../http/ids.ts';
import { detailsExample } from '../../http/input/recipe-details.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { commonExample, commonFields, toCommon } from './eventable.ts';
import { ingredientOutput, toIngredientOutput } from './ingredient.ts';
import { detailFields, toDetailsOutput } from './recipe-details.ts';
import { stepOutput, toStepOutputs } from './step.ts';

export const recipeOutput = namedSchema(
  'recipe_output',
  z.object({
    ...commonFields,
    status: z.enum(['draft', 'published']),
    slug: z.string().openapi({ description: 'Empty for a draft that was never published' }),
    name: z.string(),
    description: z.string(),
    description_html: z.string(),
    serving: z.int().min(1),
    serving_type: z.string(),
    source_url: z.string().openapi({ description: 'Empty if unknown' }),
    prep_time: z.int().min(0).openapi({ description: 'Seconds, 0 if unknown' }),
    cook_time: z.int().min(0).openapi({ description: 'Seconds, 0 if unknown' }),
    ...detailFields,
    forked_from_id: id
      .nullable()
      .openapi({ description: 'The original of a version, if it is known and the viewer may see it' }),
    forked_from_uri: z.string().nullable().openapi({ description: 'Its `uri`, also if it is not known yet' }),
    note: z.string().nullable().openapi({ description: 'The caller’s own private note' }),
    ingredients: z.array(ingredientOutput),
    steps: z.array(stepOutput),
  }),
  {
    ...commonExample('recipe', 9),
    status: 'published',
    url: 'https://cook.example/@ann/recipes/pizza-dough',
    ...{ slug: 'pizza-dough', name: 'Pizza dough', serving: 4, serving_type: 'pizzas' },
    description: 'Two days in the cold do the work.',
    description_html: '<p>Two days in the cold do the work.</p>',
    ...{ source_url: '', prep_time: 1_200, cook_time: 480 },
    ...detailsExample,
    ...{ forked_from_id: null, forked_from_uri: null, note: 'Half the sugar is enough.' },
    ingredients: [schemaExample(ingredientOutput)],
    steps: [schemaExample(stepOutput)],
  },
);
export type RecipeOutput = z.output<typeof recipeOutput>;

export function toRecipeOutput(recipe: Recipe): RecipeOutput {
  return {
    ...toCommon(recipe),
    status: recipe.publication,
    slug: recipe.slug ?? '',
    name: recipe.name,
    description: recipe.content,
    description_html: recipe.contentHtml,
    serving: recipe.serving,
    serving_type: recipe.servingType ?? 'servings',
    source_url: recipe.sourceUrl ?? '',
    prep_time: recipe.prepTime ?? 0,
    cook_time: recipe.cookTime ?? 0,
    ...toDetailsOutput(recipe.details),
    forked_from_id: recipe.forkedFromId,
    forked_from_uri: recipe.forkedFromIri,
    note: recipe.privateNote,
    ingredients: recipe.ingredients.map(toIngredientOutput),
    steps: toStepOutputs(recipe.steps, recipe.ingredients),
  };
}
