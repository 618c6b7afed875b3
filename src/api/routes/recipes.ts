/** Creates, reads, updates and deletes recipes. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/items/eventable.ts';
import { listLinked } from '../../domain/items/linked-items.ts';
import { publishItem, unpublishItem } from '../../domain/items/publication.ts';
import {
  getOfType,
  getRecipeBySlug,
  getResponseVersion,
  getResponseVersionBySlug,
  listOwn,
} from '../../domain/items/read.ts';
import { displayRecipe } from '../../domain/recipes/display.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { idParams, pathId, pathText } from '../../http/ids.ts';
import { publication } from '../../http/input/publication.ts';
import { newRecipe, recipeChanges, recipeQuery } from '../../http/input/recipe.ts';
import { toListPage, toPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toVersioned } from '../../http/versioned.ts';
import { t } from '../../lib/language/text.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { linkDetails } from './for-each-type.ts';

const owner = 'the recipe’s author';

const serving = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, { error: () => t('errors.must-be-greater-than-0') })
  .transform(Number)
  .optional()
  .openapi({
    type: 'integer',
    minimum: 1,
    description: 'Scale quantities, and certain amounts in notes and steps, to this number of servings',
    example: 8,
  });
const units = z
  .enum(['original', 'metric', 'us'])
  .transform((value) => (value === 'original' ? null : value))
  .optional()
  .openapi({
    description:
      'Convert quantities, temperatures, and certain amounts in notes and steps to these units, rounded for the kitchen. The default is `original`',
    example: 'metric',
  });
const displayQuery = z.object({ serving, units });
const displayed =
  ({ serving, units = null }: z.output<typeof displayQuery>) =>
  (recipe: Recipe) =>
    toRecipeOutput(displayRecipe(recipe, { serving, units }));

export const postRecipe = route({
  method: 'post',
  path: '/recipes',
  summary: 'Publish a recipe',
  details:
    'An ingredient may be a plain string, which is parsed. Step links refer to an item by `type` and `id`, or by `url`. The slug is derived from the name and never changes. The recipe is delivered to followers, also on other servers. With `draft` only the caller sees it, until it is published.',
  scope: 'write',
  rule: 'any account',
  body: newRecipe,
  status: 201,
  response: recipeOutput,
  create: ({ caller, body }) => createRecipe(caller.accountId, body),
  handler: async ({ viewer }, id) => toRecipeOutput(await getOfType('recipe', id, viewer)),
});

export const getRecipes = route({
  method: 'get',
  path: '/recipes',
  summary: 'List the caller’s recipes, newest first',
  details:
    'Ordered by creation date, with ingredients and steps. Drafts are listed only with `status=draft` or `status=draft,published`.',
  scope: 'read',
  rule: 'the author',
  query: recipeQuery,
  status: 200,
  response: z.array(recipeOutput),
  handler: async (call) => {
    const recipes = await listOwn('recipe', call.caller.accountId, toListPage(call.query), call.query.status);
    return toPage(recipes, call, (recipe) => recipe.id, toRecipeOutput);
  },
});

export const getRecipe = route({
  method: 'get',
  path: '/recipes/{id}',
  summary: 'Get a recipe',
  scope: 'public',
  rule: 'anyone who may see the recipe. Only the author may see a draft',
  params: idParams,
  query: displayQuery,
  status: 200,
  response: recipeOutput,
  readVersion: ({ params, viewer }) => getResponseVersion('recipe', params.id, viewer),
  handler: async ({ params, query, viewer }) =>
    toVersioned(await getOfType('recipe', params.id, viewer), displayed(query)),
});

export const getRecipeLinks = route({
  method: 'get',
  path: '/recipes/{recipe_id}/links',
  summary: 'List the recipes that the steps link to, directly or indirectly, nearest first',
  details: linkDetails('recipes'),
  scope: 'public',
  rule: 'anyone. Only recipes the viewer may see are listed',
  params: z.object({ recipe_id: pathId }),
  status: 200,
  response: z.array(recipeOutput),
  handler: async ({ params, viewer }) =>
    (await listLinked('recipe', params.recipe_id, viewer)).map(toRecipeOutput),
});

export const getRecipeOfAccount = route({
  method: 'get',
  path: '/accounts/{account_id}/recipes/{slug}',
  summary: 'Get a recipe by author and slug',
  scope: 'public',
  rule: 'anyone who may see the recipe',
  params: z.object({
    account_id: pathId,
    slug: pathText.openapi({ description: 'Slug of the recipe', example: 'pizza-dough' }),
  }),
  query: displayQuery,
  status: 200,
  response: recipeOutput,
  readVersion: ({ params, viewer }) => getResponseVersionBySlug(params.account_id, params.slug, viewer),
  handler: async ({ params, query, viewer }) =>
    toVersioned(await getRecipeBySlug(params.account_id, params.slug, viewer), displayed(query)),
});

export const patchRecipe = route({
  method: 'patch',
  path: '/recipes/{id}',
  summary: 'Update a recipe',
  details:
    'Absent keys and the slug stay unchanged. A list replaces the whole list. The change is delivered to every server that received the recipe.',
  scope: 'write',
  rule: owner,
  params: idParams,
  body: recipeChanges,
  status: 204,
  response: null,
  handler: ({ caller, params, body }) => updateRecipe(caller.accountId, params.id, body),
});

export const removeRecipe = route({
  method: 'delete',
  path: '/recipes/{id}',
  summary: 'Delete a recipe permanently',
  details: 'Other servers are told to delete it.',
  scope: 'write',
  rule: owner,
  params: idParams,
  status: 204,
  response: null,
  handler: ({ caller, params }) => deleteRecipe(caller.accountId, params.id),
});

export const publishRecipe = route({
  method: 'post',
  path: '/recipes/{id}/publish',
  summary: 'Publish a draft of a recipe, or change the visibility of a published recipe',
  details:
    'Without `visibility` the recipe keeps its own. It is delivered to followers. The slug is derived from the name at the first publication.',
  scope: 'write',
  rule: owner,
  params: idParams,
  body: publication('recipe'),
  status: 204,
  response: null,
  handler: ({ caller, params, body }) =>
    publishItem('recipe', caller.accountId, params.id, body.visibility ?? null),
});

export const unpublishRecipe = route({
  method: 'delete',
  path: '/recipes/{id}/publish',
  summary: 'Unpublish a recipe: make it a draft again',
  details:
    'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it keeps its slug and gets a new `uri`.',
  scope: 'write',
  rule: owner,
  params: idParams,
  status: 204,
  response: null,
  handler: ({ caller, params }) => unpublishItem('recipe', caller.accountId, params.id),
});
