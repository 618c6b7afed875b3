/** Routes on what belongs to a recipe: forks, reviews, private notes and pictures. */
import { z } from '@hono/zod-openapi';
import {
  compareVisibleRecipes,
  deleteNote,
  type Fork,
  type ForkTree,
  getForkTree,
  listForks,
  listRecipeMedia,
  listRecipeReviews,
  writeNote,
} from '../domain/recipes/related.ts';
import { privateNote } from '../http/input/recipe.ts';
import { id, idParams, pageQuery, pathId, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { extendedMediumOutput, shortEventableOutput, toExtendedMedium, toShortEventable } from './output.ts';
import { differenceOutput, toDifferenceOutput } from './revisions.ts';
import { toFilteredPage } from './timelines.ts';

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

// Lists the forks of recipes, and compares recipes

const forkRule = 'anyone who may see the recipe. Only recipes the viewer may see are listed';

const getForks = route({
  method: 'get',
  path: '/recipes/{id}/forks',
  summary: 'List the forks of a recipe, newest first',
  details: 'Versions by other cooks, also on other servers as far as this server knows them.',
  scope: 'public',
  rule: forkRule,
  params: idParams,
  query: pageQuery,
  status: 200,
  response: z.array(forkOutput),
  handler: async (call) => {
    const forks = await listForks(call.params.id, call.viewer, toListPage(call.query));
    return toFilteredPage(forks, call, 'public', toForkOutput);
  },
});

const getTree = route({
  method: 'get',
  path: '/recipes/{id}/fork_tree',
  summary: 'Get the originals of a recipe, and its forks and their forks',
  details: 'At most 20 originals and 200 forks, 10 levels deep. The tree ends at recipes that the viewer may not see.',
  scope: 'public',
  rule: forkRule,
  params: idParams,
  status: 200,
  response: forkTreeOutput,
  handler: async ({ params, viewer }) => toForkTreeOutput(await getForkTree(params.id, viewer)),
});

const getDifference = route({
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
  status: 200,
  response: differenceOutput,
  handler: async ({ params, query, viewer }) =>
    toDifferenceOutput((await compareVisibleRecipes(params.id, query.from, viewer)).difference),
});

export const forks = [getForks, getTree, getDifference];

// Lists the reviews of a recipe

export const getRecipeReviews = route({
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
  status: 200,
  response: z.array(shortEventableOutput),
  handler: async (call) => {
    const reviews = await listRecipeReviews(call.params.id, call.viewer, toListPage(call.query));
    return toFilteredPage(reviews, call, 'thread', toShortEventable);
  },
});

// Writes and deletes the caller's private notes on recipes

const noteRule = 'any account that may see the recipe';

export const privateNotes: Route[] = [
  route({
    method: 'put',
    path: '/recipes/{id}/note',
    summary: 'Write a private note on a recipe',
    details: 'Plain text, which only the caller sees, as `note` of the recipe. It replaces an earlier note.',
    scope: 'write',
    rule: noteRule,
    params: idParams,
    body: privateNote,
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => writeNote(caller.accountId, params.id, body.content),
  }),
  route({
    method: 'delete',
    path: '/recipes/{id}/note',
    summary: 'Delete the private note on a recipe. No effect without a note.',
    scope: 'write',
    rule: noteRule,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deleteNote(caller.accountId, params.id),
  }),
];

// Lists pictures of the bakings of a recipe

export const recipeMedia = [
  route({
    method: 'get',
    path: '/recipes/{recipe_id}/media',
    summary: 'List pictures of the bakings of a recipe, newest first',
    scope: 'public',
    rule: 'anyone who may see the recipe. Only pictures of bakings the viewer may see are listed',
    params: z.object({ recipe_id: pathId }),
    query: pageQuery,
    status: 200,
    response: z.array(extendedMediumOutput),
    handler: async (call) => {
      const media = await listRecipeMedia(call.params.recipe_id, call.viewer, toListPage(call.query));
      return toPage(media, call, (medium) => medium.id, toExtendedMedium);
    },
  }),
];
