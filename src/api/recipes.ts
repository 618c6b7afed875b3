/** Routes on recipes. */
import { z } from '@hono/zod-openapi';
import {
  convertDetails,
  difficulties,
  exampleDetails,
  mapDetails,
  nutrients,
  type RecipeDetails,
  restrictedDiets,
} from '../db/recipe-details.ts';
import type { CookedType, Eventable, Ingredient, Recipe, Step, StepLink } from '../domain/items/eventable.ts';
import { publishItem, unpublishItem } from '../domain/items/publish.ts';
import {
  getOfType,
  getRecipeBySlug,
  getResponseVersion,
  getResponseVersionBySlug,
  listLinked,
  listOwn,
} from '../domain/items/read.ts';
import { displayRecipe } from '../domain/recipes/display.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../domain/recipes/write.ts';
import { publication } from '../http/input/fields.ts';
import { newRecipe, recipeChanges, recipeQuery } from '../http/input/recipe.ts';
import { id, idParams, pathId, pathText, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route, toVersioned } from '../http/route.ts';
import { eventableType, namedSchema, schemaExample } from '../http/schema.ts';
import { t } from '../lib/language/text.ts';
import { inSnakeCase } from '../lib/text.ts';
import { toDisplay } from '../recipe-import/quantity.ts';
import { commonExample, commonFields, ratingsOutput, toCommon, toRatingsOutput } from './output.ts';

// Serialises ingredients

export const ingredientOutput = namedSchema(
  'ingredient_output',
  z.object({
    id,
    position: z.int().min(0),
    name: z.string(),
    quantity: z.number().nullable(),
    quantity_max: z.number().nullable().openapi({ description: 'Upper end of a range' }),
    unit: z
      .string()
      .nullable()
      .openapi({ description: 'A canonical code such as g or tbsp, or the author’s own word' }),
    note: z.string().nullable(),
    group: z.string().nullable(),
    optional: z.boolean(),
    scalable: z.boolean(),
    original_text: z.string().nullable(),
  }),
  {
    id: 12,
    position: 0,
    name: 'flour',
    quantity: 500,
    quantity_max: null,
    unit: 'g',
    note: 'type 00',
    group: 'Dough',
    optional: false,
    scalable: true,
    original_text: '500 g flour, type 00',
  },
);

export function toIngredientOutput(ingredient: Ingredient): z.output<typeof ingredientOutput> {
  return {
    id: ingredient.id,
    position: ingredient.position,
    name: ingredient.name,
    quantity: ingredient.quantity && toDisplay(ingredient.quantity),
    quantity_max: ingredient.quantityMax && toDisplay(ingredient.quantityMax),
    unit: ingredient.unit,
    note: ingredient.note,
    group: ingredient.group,
    optional: ingredient.optional,
    scalable: ingredient.scalable,
    original_text: ingredient.originalText,
  };
}

// Serialises steps and the items they link to

const linkOutput = namedSchema(
  'step_link_output',
  z.object({
    type: eventableType,
    id,
    name: z.string(),
    slug: z.string().nullable(),
    account_id: id,
    url: z.string(),
    serving: z.int().nullable(),
  }),
  {
    type: 'recipe',
    id: 8,
    name: 'Tomato sauce',
    slug: 'tomato-sauce',
    account_id: 3,
    serving: 2,
    url: 'https://cook.example/@ann/recipes/tomato-sauce',
  },
);

export const stepOutput = namedSchema(
  'step_output',
  z.object({
    id,
    position: z.int().min(0),
    name: z.string(),
    content: z.string(),
    content_html: z.string(),
    duration: z.int().nullable().openapi({ description: 'Seconds' }),
    ingredient_ids: z.array(id),
    links: z.array(linkOutput),
  }),
  {
    id: 5,
    position: 0,
    name: 'Shape and top',
    duration: 600,
    ingredient_ids: [12],
    content: 'Roll out **gently**, spread the sauce.',
    content_html: '<p>Roll out <strong>gently</strong>, spread the sauce.</p>',
    links: [schemaExample(linkOutput)],
  },
);

export function toStepOutputs(steps: Step[], ingredients: Ingredient[]): z.output<typeof stepOutput>[] {
  const idAt = new Map(ingredients.map((ingredient) => [ingredient.position, ingredient.id]));
  return steps.map((step) => ({
    id: step.id,
    position: step.position,
    name: step.name,
    content: step.content,
    content_html: step.contentHtml,
    duration: step.duration,
    ingredient_ids: step.ingredientPositions.flatMap((position) => idAt.get(position) ?? []),
    links: step.links.flatMap((link) => toLinkOutput(link) ?? []),
  }));
}

/** Returns null for a remote item that has not been fetched yet. */
function toLinkOutput(link: StepLink): z.output<typeof linkOutput> | null {
  if (link.id === null || link.type === null || link.accountId === null) return null;
  return {
    type: link.type,
    id: link.id,
    name: link.name,
    slug: link.slug,
    account_id: link.accountId,
    url: link.url ?? link.iri ?? '',
    serving: link.serving,
  };
}

// Serialises the details of a recipe

export const detailOutputs = inSnakeCase(
  mapDetails({
    seconds: () => z.int().min(0).openapi({ description: 'Seconds as the author states them, 0 if not stated' }),
    texts: () => z.array(z.string()),
    diets: () => z.array(z.enum(restrictedDiets)),
    difficulty: () => z.enum(difficulties).nullable(),
    nutrition: () =>
      z
        .object(Object.fromEntries(nutrients.map((name) => [name, z.string().optional()])))
        .openapi({ description: 'Texts for one serving, named as in schema.org NutritionInformation' }),
    credit: () =>
      z
        .object({ name: z.string().nullable(), url: z.string().nullable(), site: z.string().nullable() })
        .nullable()
        .openapi({ description: 'Who wrote a recipe that was published elsewhere, at `source_url`' }),
    rating: () =>
      z
        .object({ value: z.number(), count: z.int() })
        .nullable()
        .openapi({ description: 'Stars and number of the ratings that the page at `source_url` states' }),
    url: () => z.string().nullable(),
  }),
);

export const toDetailsOutput = (details: RecipeDetails): z.output<z.ZodObject<typeof detailOutputs>> =>
  inSnakeCase(convertDetails(details, { seconds: (value) => value ?? 0 }));

// Serialises recipes

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
    ...detailOutputs,
    rating: ratingsOutput,
    forked_from_id: id
      .nullable()
      .openapi({ description: 'The original of a version, if it is known and the viewer may see it' }),
    forked_from_uri: z.string().nullable().openapi({ description: 'Its `uri`, also if it is not known yet' }),
    forks_count: z.int().min(0).openapi({ description: 'Versions by other cooks that everybody may see' }),
    revisions_count: z
      .int()
      .min(0)
      .openapi({ description: 'Former states that every reader may see, in `/recipes/{id}/revisions`' }),
    note: z.string().nullable().openapi({ description: 'The caller’s own private note' }),
    ingredients: z.array(ingredientOutput),
    steps: z.array(stepOutput),
  }),
  {
    ...commonExample('recipe', 9),
    status: 'published',
    url: 'https://cook.example/@ann/recipes/pizza-dough',
    slug: 'pizza-dough',
    name: 'Pizza dough',
    serving: 4,
    serving_type: 'pizzas',
    description: 'Two days in the cold do the work.',
    description_html: '<p>Two days in the cold do the work.</p>',
    source_url: '',
    prep_time: 1_200,
    cook_time: 480,
    ...toDetailsOutput(exampleDetails),
    rating: { count: 12, mean: 4.5 },
    forked_from_id: null,
    forked_from_uri: null,
    forks_count: 2,
    revisions_count: 1,
    note: 'Half the sugar is enough.',
    ingredients: [schemaExample(ingredientOutput)],
    steps: [schemaExample(stepOutput)],
  },
);
type RecipeOutput = z.output<typeof recipeOutput>;

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
    rating: toRatingsOutput(recipe),
    forked_from_id: recipe.forkedFromId,
    forked_from_uri: recipe.forkedFromIri,
    forks_count: recipe.forksCount,
    revisions_count: recipe.revisionsCount,
    note: recipe.privateNote,
    ingredients: recipe.ingredients.map(toIngredientOutput),
    steps: toStepOutputs(recipe.steps, recipe.ingredients),
  };
}

// Lists the items of one type that the steps of an item link to

export const linksRoute = <Type extends 'recipe' | CookedType, Output extends z.ZodType>(
  type: Type,
  output: Output,
  toOutput: (item: Extract<Eventable, { type: Type }>) => z.output<Output>,
): Route =>
  route({
    method: 'get',
    path: `/${type}s/{${type}_id}/links`,
    summary: `List the ${type}s that the steps link to, directly or indirectly, nearest first`,
    details:
      'Returns each item once, at most 100, up to the server’s limit `link_depth`. Links through items of ' +
      `other types are followed, but only ${type}s are returned. Items that the viewer may not see are skipped ` +
      'together with their links.',
    scope: 'public',
    rule: `anyone. Only ${type}s the viewer may see are listed`,
    params: z.object({ [`${type}_id`]: pathId }),
    response: z.array(output),
    handler: async ({ params, viewer }) => (await listLinked(type, params[`${type}_id`]!, viewer)).map(toOutput),
  });

// Creates, reads, updates and deletes recipes

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
      'Convert quantities, temperatures, and certain amounts in notes and steps to these units, rounded for ' +
      'the kitchen. The default is `original`',
    example: 'metric',
  });
const displayQuery = z.object({ serving, units });
const displayed =
  ({ serving, units = null }: z.output<typeof displayQuery>) =>
  (recipe: Recipe) =>
    toRecipeOutput(displayRecipe(recipe, { serving, units }));

export const recipes: Route[] = [
  route({
    method: 'get',
    path: '/recipes',
    summary: 'List the caller’s recipes, newest first',
    details:
      'Ordered by creation date, with ingredients and steps. Drafts are listed only with `status=draft` or ' +
      '`status=draft,published`.',
    scope: 'read',
    rule: 'the author',
    query: recipeQuery,
    response: z.array(recipeOutput),
    handler: async (call) => {
      const recipes = await listOwn('recipe', call.caller.accountId, toListPage(call.query), call.query.status);
      return toPage(recipes, call, (recipe) => recipe.id, toRecipeOutput);
    },
  }),
  route({
    method: 'post',
    path: '/recipes',
    summary: 'Publish a recipe',
    details:
      'An ingredient may be a plain string, which is parsed. Step links refer to an item by `type` and `id`, ' +
      'or by `url`. The slug is derived from the name and never changes. The recipe is delivered to followers, ' +
      'also on other servers. With `draft` only the caller sees it, until it is published.',
    scope: 'write',
    rule: 'any account',
    body: newRecipe,
    response: recipeOutput,
    create: ({ caller, body }, beforeCommit) => createRecipe(caller.accountId, body, beforeCommit),
    handler: async ({ viewer }, id) => toRecipeOutput(await getOfType('recipe', id, viewer)),
  }),
  route({
    method: 'get',
    path: '/recipes/{id}',
    summary: 'Get a recipe',
    scope: 'public',
    rule: 'anyone who may see the recipe. Only the author may see a draft',
    params: idParams,
    query: displayQuery,
    response: recipeOutput,
    readVersion: ({ params, viewer }) => getResponseVersion('recipe', params.id, viewer),
    handler: async ({ params, query, viewer }) =>
      toVersioned(await getOfType('recipe', params.id, viewer), displayed(query)),
  }),
  route({
    method: 'patch',
    path: '/recipes/{id}',
    summary: 'Update a recipe',
    details:
      'Absent keys and the slug stay unchanged. A list replaces the whole list. The change is delivered to ' +
      'every server that received the recipe.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: recipeChanges,
    handler: ({ caller, params, body }) => updateRecipe(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/recipes/{id}',
    summary: 'Delete a recipe permanently',
    details: 'Other servers are told to delete it.',
    scope: 'write',
    rule: owner,
    params: idParams,
    handler: ({ caller, params }) => deleteRecipe(caller.accountId, params.id),
  }),
  route({
    method: 'post',
    path: '/recipes/{id}/publish',
    summary: 'Publish a draft of a recipe, or change the visibility of a published recipe',
    details:
      'Without `visibility` the recipe keeps its own. It is delivered to followers. The slug is derived from ' +
      'the name at the first publication.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: publication('recipe'),
    handler: ({ caller, params, body }) => publishItem('recipe', caller.accountId, params.id, body.visibility ?? null),
  }),
  route({
    method: 'delete',
    path: '/recipes/{id}/publish',
    summary: 'Unpublish a recipe: make it a draft again',
    details:
      'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it ' +
      'keeps its slug and gets a new `uri`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    handler: ({ caller, params }) => unpublishItem('recipe', caller.accountId, params.id),
  }),
  linksRoute('recipe', recipeOutput, toRecipeOutput),
  route({
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
    response: recipeOutput,
    readVersion: ({ params, viewer }) => getResponseVersionBySlug(params.account_id, params.slug, viewer),
    handler: async ({ params, query, viewer }) =>
      toVersioned(await getRecipeBySlug(params.account_id, params.slug, viewer), displayed(query)),
  }),
];
