/** Routes on what belongs to a recipe: pictures, reviews, former states, forks and private notes. */
import { z } from '@hono/zod-openapi';
import { emptyDetails } from '../db/recipe-details.ts';
import { comparedDetails, type Difference } from '../domain/recipes/difference.ts';
import {
  compareVisibleRecipes,
  deleteNote,
  type Fork,
  type ForkTree,
  getForkTree,
  getRevision,
  listForks,
  listRecipeMedia,
  listRecipeReviews,
  listRevisions,
  type Revision,
  type RevisionSummary,
  writeNote,
} from '../domain/recipes/related.ts';
import { privateNote } from '../http/input/recipe.ts';
import { id, idParams, pageQuery, pathId, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { snakeCase } from '../lib/text.ts';
import { recipeParts } from '../recipe-import/draft.ts';
import { extendedMediumOutput, shortEventableOutput, timestamp, toExtendedMedium, toShortEventable } from './output.ts';
import {
  detailOutputs,
  ingredientOutput,
  recipeOutput,
  stepOutput,
  toDetailsOutput,
  toIngredientOutput,
} from './recipes.ts';
import { toFilteredPage } from './timelines.ts';

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

const differenceOutput = namedSchema(
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

function toDifferenceOutput(difference: Difference): z.output<typeof differenceOutput> {
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

// Serialises forks of recipes

const forkOutput = namedSchema(
  'fork_output',
  shortEventableOutput.extend({
    forked_from_id: id
      .nullable()
      .openapi({ description: 'Its original. Null for the first one that the viewer may see' }),
  }),
  { ...schemaExample(shortEventableOutput), forked_from_id: 9, id: 31, name: 'Rye pizza dough' },
);

const forkTreeOutput = namedSchema(
  'fork_tree_output',
  z.object({
    ancestors: z.array(forkOutput).openapi({ description: 'From the first original to the recipe’s own' }),
    descendants: z.array(forkOutput).openapi({ description: 'Each fork after its original' }),
  }),
  { ancestors: [], descendants: [schemaExample(forkOutput)] },
);

const toForkOutput = (fork: Fork): z.output<typeof forkOutput> => ({
  ...toShortEventable(fork),
  forked_from_id: fork.forkedFromId,
});

const toForkTreeOutput = ({ ancestors, descendants }: ForkTree): z.output<typeof forkTreeOutput> => ({
  ancestors: ancestors.map(toForkOutput),
  descendants: descendants.map(toForkOutput),
});

// Lists pictures, reviews, former states and forks of a recipe, compares recipes, and writes private notes

const revisionRule =
  'anyone who may see the recipe. Only the author sees revisions from times when the recipe was for fewer people';
const forkRule = 'anyone who may see the recipe. Only recipes the viewer may see are listed';
const noteRule = 'any account that may see the recipe';

export const recipeRelated: Route[] = [
  route({
    method: 'get',
    path: '/recipes/{recipe_id}/media',
    summary: 'List pictures of the bakings of a recipe, newest first',
    scope: 'public',
    rule: 'anyone who may see the recipe. Only pictures of bakings the viewer may see are listed',
    params: z.object({ recipe_id: pathId }),
    query: pageQuery,
    response: z.array(extendedMediumOutput),
    handler: async (call) => {
      const media = await listRecipeMedia(call.params.recipe_id, call.viewer, toListPage(call.query));
      return toPage(media, call, (medium) => medium.id, toExtendedMedium);
    },
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/reviews',
    summary: 'List the reviews of a recipe, newest first',
    details:
      'A review is a baking or preparation with a rating, and its text. All reviews of an account are listed, ' +
      'although only its newest counts for the mean. Those of the recipe’s author are not listed.',
    scope: 'public',
    rule: 'anyone who may see the recipe. Only reviews the viewer may see are listed',
    params: idParams,
    query: pageQuery,
    response: z.array(shortEventableOutput),
    handler: async (call) => {
      const reviews = await listRecipeReviews(call.params.id, call.viewer, toListPage(call.query));
      return toFilteredPage(reviews, call, 'thread', toShortEventable);
    },
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/revisions',
    summary: 'List the edits of a recipe, newest first',
    details:
      'A revision is the state before an edit. Edits within ten minutes are one revision. Drafts have none, ' +
      'and unpublishing a recipe deletes them.',
    scope: 'public',
    rule: revisionRule,
    params: idParams,
    query: pageQuery,
    response: z.array(revisionOutput),
    handler: async (call) => {
      const revisions = await listRevisions(call.params.id, call.viewer, toListPage(call.query));
      return toPage(revisions, call, (revision) => revision.id, toRevisionOutput);
    },
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/revisions/{revision_id}',
    summary: 'Get a former state of a recipe, and how it differs from the next one',
    details: 'Without links and pictures.',
    scope: 'public',
    rule: revisionRule,
    params: z.object({ id: pathId, revision_id: pathId }),
    response: fullRevisionOutput,
    handler: async ({ params, viewer }) =>
      toFullRevisionOutput(await getRevision(params.id, params.revision_id, viewer)),
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/forks',
    summary: 'List the forks of a recipe, newest first',
    details: 'Versions by other cooks, also on other servers as far as this server knows them.',
    scope: 'public',
    rule: forkRule,
    params: idParams,
    query: pageQuery,
    response: z.array(forkOutput),
    handler: async (call) => {
      const forks = await listForks(call.params.id, call.viewer, toListPage(call.query));
      return toFilteredPage(forks, call, 'public', toForkOutput);
    },
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/fork_tree',
    summary: 'Get the originals of a recipe, and its forks and their forks',
    details:
      'At most 20 originals and 200 forks, 10 levels deep. The tree ends at recipes that the viewer may not see.',
    scope: 'public',
    rule: forkRule,
    params: idParams,
    response: forkTreeOutput,
    handler: async ({ params, viewer }) => toForkTreeOutput(await getForkTree(params.id, viewer)),
  }),
  route({
    method: 'get',
    path: '/recipes/{id}/difference',
    summary: 'Compare a recipe with another one, such as its original',
    scope: 'public',
    rule: 'anyone who may see both recipes',
    params: idParams,
    query: z.object({
      from: z
        .string()
        .pipe(pathId)
        .openapi({ type: 'integer', minimum: 1, description: 'Id of the earlier recipe', example: 9 }),
    }),
    response: differenceOutput,
    handler: async ({ params, query, viewer }) =>
      toDifferenceOutput((await compareVisibleRecipes(params.id, query.from, viewer)).difference),
  }),
  route({
    method: 'put',
    path: '/recipes/{id}/note',
    summary: 'Write a private note on a recipe',
    details: 'Plain text, which only the caller sees, as `note` of the recipe. It replaces an earlier note.',
    scope: 'write',
    rule: noteRule,
    params: idParams,
    body: privateNote,
    handler: ({ caller, params, body }) => writeNote(caller.accountId, params.id, body.content),
  }),
  route({
    method: 'delete',
    path: '/recipes/{id}/note',
    summary: 'Delete the private note on a recipe. No effect without a note.',
    scope: 'write',
    rule: noteRule,
    params: idParams,
    handler: ({ caller, params }) => deleteNote(caller.accountId, params.id),
  }),
];
