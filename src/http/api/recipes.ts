/** Recipes: publish, read, change, delete. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/eventables/eventable.ts';
import {
  getOfType,
  getRecipeBySlug,
  getStamp,
  getStampBySlug,
  listOwn,
} from '../../domain/eventables/read.ts';
import { listLinked } from '../../domain/links.ts';
import { scaleTo } from '../../domain/recipes/scaling.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { idParams, pathId, pathText } from '../ids.ts';
import { newRecipe, recipeChanges } from '../input/recipe.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';
import { pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { stamped } from '../stamped.ts';
import { linkDetails } from './kinds.ts';

const owner = 'the recipe’s author';

const serving = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, 'must be an integer greater than 0')
  .transform(Number)
  .optional()
  .openapi({ type: 'integer', minimum: 1, description: 'Scales the quantities to so many', example: 8 });
const servingQuery = z.object({ serving });
const scaledTo = (wanted?: number) => (recipe: Recipe) => toRecipeOutput(scaleTo(recipe, wanted));

export const postRecipe = route({
  method: 'post',
  path: '/recipes',
  summary: 'Publish a recipe',
  details:
    'An ingredient may be a bare string, which is parsed. Links of steps name an item by `type` and `id`, or by `url`. The slug is made of the name and stays. Followers are told, on other servers too.',
  scope: 'write',
  rule: 'anybody, in their own name',
  body: newRecipe,
  status: 201,
  answer: recipeOutput,
  create: ({ caller, body }) => createRecipe(caller.accountId, body),
  handler: async ({ viewer }, id) => toRecipeOutput(await getOfType('recipe', id, viewer)),
});

export const getRecipes = route({
  method: 'get',
  path: '/recipes',
  summary: 'The caller’s recipes, newest first',
  details: 'Ordered by creation, with ingredients and steps.',
  scope: 'read',
  rule: 'the author',
  query: pageQuery,
  status: 200,
  answer: z.array(recipeOutput),
  handler: async (call) => {
    const recipes = await listOwn('recipe', call.caller.accountId, stretchOf(call.query));
    return toPage(recipes, call, (recipe) => recipe.id, toRecipeOutput);
  },
});

export const getRecipe = route({
  method: 'get',
  path: '/recipes/{id}',
  summary: 'A recipe',
  scope: 'public',
  rule: 'whoever may see the recipe',
  params: idParams,
  query: servingQuery,
  status: 200,
  answer: recipeOutput,
  stamp: ({ params, viewer }) => getStamp('recipe', params.id, viewer),
  handler: async ({ params, query, viewer }) =>
    stamped(await getOfType('recipe', params.id, viewer), scaledTo(query.serving)),
});

export const getRecipeLinks = route({
  method: 'get',
  path: '/recipes/{recipe_id}/links',
  summary: 'The recipes that its steps link to, directly or through others, nearest first',
  details: linkDetails('recipes'),
  scope: 'public',
  rule: 'each recipe for whoever may see it',
  params: z.object({ recipe_id: pathId }),
  status: 200,
  answer: z.array(recipeOutput),
  handler: async ({ params, viewer }) =>
    (await listLinked('recipe', params.recipe_id, viewer)).map(toRecipeOutput),
});

export const getRecipeOfAccount = route({
  method: 'get',
  path: '/accounts/{account_id}/recipes/{slug}',
  summary: 'A recipe by its author and slug',
  scope: 'public',
  rule: 'whoever may see the recipe',
  params: z.object({
    account_id: pathId,
    slug: pathText.openapi({ description: 'Slug of the recipe', example: 'pizza-dough' }),
  }),
  query: servingQuery,
  status: 200,
  answer: recipeOutput,
  stamp: ({ params, viewer }) => getStampBySlug(params.account_id, params.slug, viewer),
  handler: async ({ params, query, viewer }) =>
    stamped(await getRecipeBySlug(params.account_id, params.slug, viewer), scaledTo(query.serving)),
});

export const patchRecipe = route({
  method: 'patch',
  path: '/recipes/{id}',
  summary: 'Change a recipe; a list given replaces the list',
  details:
    'A key left out stays as it is, and so does the slug. Whoever was told of the recipe is told of the change.',
  scope: 'write',
  rule: owner,
  params: idParams,
  body: recipeChanges,
  status: 204,
  answer: null,
  handler: ({ caller, params, body }) => updateRecipe(caller.accountId, params.id, body),
});

export const removeRecipe = route({
  method: 'delete',
  path: '/recipes/{id}',
  summary: 'Delete a recipe for good',
  details: 'Other servers are told to forget it.',
  scope: 'write',
  rule: owner,
  params: idParams,
  status: 204,
  answer: null,
  handler: ({ caller, params }) => deleteRecipe(caller.accountId, params.id),
});
