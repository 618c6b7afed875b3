/** Routes on revisions of items and their comparison. */
import { z } from '@hono/zod-openapi';
import { emptyDetails } from '../db/recipe-details.ts';
import { comparedDetails, type Difference } from '../domain/recipes/difference.ts';
import { getRevision, listRevisions, type Revision, type RevisionSummary } from '../domain/recipes/related.ts';
import { id, idParams, pageQuery, pathId, toListPage, toPage } from '../http/pagination.ts';
import { route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { snakeCase } from '../lib/text.ts';
import { recipeParts } from '../recipe-import/draft.ts';
import { timestamp } from './output.ts';
import {
  detailOutputs,
  ingredientOutput,
  recipeOutput,
  stepOutput,
  toDetailsOutput,
  toIngredientOutput,
} from './recipes.ts';

// Serialises the difference between two states of a recipe, or between two recipes

const wordChange = namedSchema(
  'word_change_output',
  z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() }),
  { change: 'added', text: '600 g' },
);
const words = z.array(wordChange);
const change = z.enum(['same', 'added', 'removed', 'changed', 'moved']);
const positionInList = z.int().min(0).nullable();
const seconds = z.int().min(0).nullable().openapi({ description: 'Seconds' });

export const differenceOutput = namedSchema(
  'difference_output',
  z.object({
    name: words,
    description: words,
    ingredients: z
      .array(
        z.object({
          change,
          group: z.string().nullable(),
          words: words.openapi({ description: 'The line, in both lists' }),
        }),
      )
      .openapi({ description: 'All ingredients, in the later order. Removed ones stand where they were' }),
    steps: z
      .array(
        z.object({
          change: change.openapi({ description: 'A moved step may have changed words as well' }),
          before: positionInList.openapi({
            description: 'Position in the earlier list, null if it was added',
          }),
          after: positionInList.openapi({
            description: 'Position in the later list, null if it was removed',
          }),
          name: words,
          content: words,
          duration_before: seconds,
          duration_after: seconds,
        }),
      )
      .openapi({ description: 'All steps, in the later order. Removed ones stand where they were' }),
    details: z
      .array(
        z.object({
          field: z.enum(comparedDetails.map(snakeCase)),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      )
      .openapi({ description: 'Only those that differ, as texts' }),
  }),
  {
    name: [{ change: 'same', text: 'Pizza dough' }],
    description: [{ change: 'same', text: 'Two days in the cold do the work.' }],
    ingredients: [
      {
        change: 'changed',
        group: null,
        words: [{ change: 'removed', text: '500 g' }, schemaExample(wordChange), { change: 'same', text: ' flour' }],
      },
    ],
    steps: [
      {
        change: 'moved',
        before: 1,
        after: 0,
        name: [],
        duration_before: null,
        duration_after: 600,
        content: [{ change: 'same', text: 'Heat the oven.' }],
      },
    ],
    details: [{ field: 'cook_time', before: '8 min', after: '10 min' }],
  },
);

export function toDifferenceOutput(difference: Difference): z.output<typeof differenceOutput> {
  const { name, description, ingredients, steps, details } = difference;
  return {
    name,
    description,
    ingredients,
    steps: steps.map(({ duration: [duration_before, duration_after], ...step }) => ({
      ...step,
      duration_before,
      duration_after,
    })),
    details: details.map(({ field, ...texts }) => ({ field: snakeCase(field), ...texts })),
  };
}

// Serialises former states of recipes

const revisionOutput = namedSchema(
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
    name: true,
    description: true,
    serving: true,
    serving_type: true,
    source_url: true,
    prep_time: true,
    cook_time: true,
  }).shape,
  ...detailOutputs,
  ingredients: z.array(ingredientOutput.omit({ id: true })),
  steps: z.array(stepOutput.pick({ position: true, name: true, content: true, duration: true })),
};

const { id: _, ...ingredientExample } = schemaExample(ingredientOutput);
const recipeExample = schemaExample(recipeOutput);
const { position, name, content, duration } = schemaExample(stepOutput);

const fullRevisionOutput = namedSchema(
  'full_revision_output',
  z.object({
    id,
    edited_at: timestamp,
    ...stateShape,
    next_id: id.nullable().openapi({ description: 'The next revision. Null if it is the recipe as it is' }),
    difference: differenceOutput.openapi({ description: 'What was changed then' }),
  }),
  {
    id: 4,
    edited_at: '2026-05-03T10:05:00.000Z',
    next_id: null,
    ...z.object(stateShape).parse({
      ...recipeExample,
      ingredients: [ingredientExample],
      steps: [{ position, name, content, duration }],
    }),
    difference: schemaExample(differenceOutput),
  },
);

const toRevisionOutput = ({ id, editedAt, changes }: RevisionSummary) => ({
  id,
  edited_at: editedAt.toISOString(),
  changes,
});

function toFullRevisionOutput(revision: Revision): z.output<typeof fullRevisionOutput> {
  const { id, editedAt, nextId, difference } = revision;
  const { name, description, ingredients, steps, details } = revision.state;
  const { serving, servingType, prepTime, cookTime, sourceUrl, ...rest } = details;
  return {
    id,
    edited_at: editedAt.toISOString(),
    next_id: nextId,
    name,
    description,
    serving,
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

// Lists the former states of recipes, and what each edit changed

const rule =
  'anyone who may see the recipe. Only the author sees revisions from times when the recipe was for fewer people';

const getRevisions = route({
  method: 'get',
  path: '/recipes/{id}/revisions',
  summary: 'List the edits of a recipe, newest first',
  details:
    'A revision is the state before an edit. Edits within ten minutes are one revision. Drafts have none, ' +
    'and unpublishing a recipe deletes them.',
  scope: 'public',
  rule,
  params: idParams,
  query: pageQuery,
  status: 200,
  response: z.array(revisionOutput),
  handler: async (call) => {
    const revisions = await listRevisions(call.params.id, call.viewer, toListPage(call.query));
    return toPage(revisions, call, (revision) => revision.id, toRevisionOutput);
  },
});

const getFullRevision = route({
  method: 'get',
  path: '/recipes/{id}/revisions/{revision_id}',
  summary: 'Get a former state of a recipe, and how it differs from the next one',
  details: 'Without links and pictures.',
  scope: 'public',
  rule,
  params: z.object({ id: pathId, revision_id: pathId }),
  status: 200,
  response: fullRevisionOutput,
  handler: async ({ params, viewer }) => toFullRevisionOutput(await getRevision(params.id, params.revision_id, viewer)),
});

export const revisions = [getRevisions, getFullRevision];
