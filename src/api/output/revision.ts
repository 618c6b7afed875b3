/** Serialises former states of recipes. */
import { z } from '@hono/zod-openapi';
import type { Revision, RevisionSummary } from '../../domain/recipes/revisions.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { emptyDetails } from '../../recipe-import/details.ts';
import { recipeParts } from '../../recipe-import/recipe-state.ts';
import { differenceOutput, toDifferenceOutput } from './difference.ts';
import { ingredientOutput, toIngredientOutput } from './ingredient.ts';
import { recipeOutput } from './recipe.ts';
import { toDetailsOutput } from './recipe-details.ts';
import { stepOutput } from './step.ts';
import { timestamp } from './timestamp.ts';

export const revisionOutput = namedSchema(
  'revision_output',
  z.object({
    id,
    edited_at: timestamp.openapi({ description: 'When the author replaced this state by the next one' }),
    changes: z.array(z.enum(recipeParts)).openapi({ description: 'The parts that were changed then' }),
  }),
  { id: 4, edited_at: '2026-05-03T10:05:00.000Z', changes: ['ingredients', 'steps'] },
);

const stateShape = {
  ...recipeOutput.pick({
    ...{ name: true, description: true, serving: true, serving_type: true, source_url: true },
    ...{ prep_time: true, cook_time: true, rest_time: true, total_time: true, nutrition: true },
    ...{ category: true, cuisine: true, diet: true, equipment: true, difficulty: true, credit: true },
    video_url: true,
  }).shape,
  ingredients: z.array(ingredientOutput.omit({ id: true })),
  steps: z.array(stepOutput.pick({ position: true, name: true, content: true, duration: true })),
};

const { id: _, ...ingredientExample } = schemaExample(ingredientOutput);
const recipeExample = schemaExample(recipeOutput);
const { position, name, content, duration } = schemaExample(stepOutput);

export const fullRevisionOutput = namedSchema(
  'full_revision_output',
  z.object({
    id,
    edited_at: timestamp,
    ...stateShape,
    next_id: id.nullable().openapi({ description: 'The next revision. Null if it is the recipe as it is' }),
    difference: differenceOutput.openapi({ description: 'What was changed then' }),
  }),
  {
    ...{ id: 4, edited_at: '2026-05-03T10:05:00.000Z', next_id: null },
    ...z.object(stateShape).parse({
      ...recipeExample,
      ingredients: [ingredientExample],
      steps: [{ position, name, content, duration }],
    }),
    difference: schemaExample(differenceOutput),
  },
);

export const toRevisionOutput = ({ id, editedAt, changes }: RevisionSummary) => ({
  ...{ id, edited_at: editedAt.toISOString(), changes },
});

export function toFullRevisionOutput(revision: Revision): z.output<typeof fullRevisionOutput> {
  const { id, editedAt, nextId, difference } = revision;
  const { name, description, ingredients, steps, details } = revision.state;
  const { serving, servingType, prepTime, cookTime, sourceUrl, ...rest } = details;
  return {
    ...{ id, edited_at: editedAt.toISOString(), next_id: nextId, name, description, serving },
    serving_type: servingType ?? 'servings',
    source_url: sourceUrl ?? '',
    prep_time: prepTime ?? 0,
    cook_time: cookTime ?? 0,
    ...toDetailsOutput({ ...emptyDetails, ...rest }),
    ingredients: ingredients.map((ingredient, position) => {
      const { id: _, ...output } = toIngredientOutput({ id: 0, position, ...ingredient });
      return output;
    }),
    steps: steps.map(({ name, content, duration }, position) => ({ position, name, content, duration })),
    difference: toDifferenceOutput(difference),
  };
}
