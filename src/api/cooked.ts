/** Routes on preparations and bakings. */
import { z } from '@hono/zod-openapi';
import { createCooked, deleteCooked, listOwnCooked, updateCooked } from '../domain/cooking/cooking.ts';
import type { Cooked, CookedType } from '../domain/items/eventable.ts';
import { publishItem, unpublishItem } from '../domain/items/publish.ts';
import { getOfType, getResponseVersion } from '../domain/items/read.ts';
import { publication } from '../http/input/fields.ts';
import { cookedChanges, cookedQuery, newCooked, toFilter } from '../http/input/status.ts';
import { id, idParams, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route, toVersioned } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { commonExample, commonFields, stars, timestamp, toCommon } from './output.ts';
import { ingredientOutput, linksRoute, stepOutput, toIngredientOutput, toStepOutputs } from './recipes.ts';

// Serialises preparations and bakings

const cookedOutput = z.object({
  ...commonFields,
  name: z.string(),
  description: z.string(),
  description_html: z.string(),
  status: z.enum(['draft', 'published']),
  serving: z.int().min(1),
  serving_type: z.string().optional(),
  prepared_at: timestamp,
  rating: stars,
  recipe_id: id.optional().openapi({ description: 'The recipe that was cooked, if the viewer may see it' }),
  ingredients: z.array(ingredientOutput),
  steps: z.array(stepOutput),
});

type CookedOutput = z.output<typeof cookedOutput>;

const example = (type: CookedType, id: number): CookedOutput => ({
  ...commonExample(type, id),
  name: 'Pizza for six',
  description: 'Hotter oven than last time.',
  description_html: '<p>Hotter oven than last time.</p>',
  status: 'published',
  serving: 6,
  serving_type: 'pizzas',
  recipe_id: 9,
  prepared_at: '2026-05-02T18:00:00.000Z',
  rating: 4,
  ingredients: [{ ...schemaExample(ingredientOutput), id: 40, quantity: 750 }],
  steps: [{ ...schemaExample(stepOutput), id: 17, ingredient_ids: [40] }],
});

export const cookedOutputs = {
  preparation: namedSchema('preparation_output', cookedOutput, example('preparation', 25)),
  baking: namedSchema('baking_output', cookedOutput, example('baking', 21)),
};

export function toCookedOutput(item: Cooked): CookedOutput {
  return {
    ...toCommon(item),
    name: item.name,
    description: item.content,
    description_html: item.contentHtml,
    status: item.publication,
    serving: item.serving,
    ...(item.servingType !== null && { serving_type: item.servingType }),
    prepared_at: item.preparedAt.toISOString(),
    rating: item.rating,
    ...(item.recipeId !== null && { recipe_id: item.recipeId }),
    ingredients: item.ingredients.map(toIngredientOutput),
    steps: toStepOutputs(item.steps, item.ingredients),
  };
}

// Creates, reads, publishes, updates and deletes preparations and bakings, which share all operations

export function cookedRoutes(type: CookedType): Route[] {
  const path = `/${type}s` as const;
  const owner = `the ${type}’s owner`;
  const response = cookedOutputs[type];
  return [
    route({
      method: 'post',
      path,
      summary: `Create a ${type} as a draft`,
      details:
        'Without ingredients or steps, those of the recipe are copied and scaled to `serving`. Only the owner ' +
        'sees a draft.',
      scope: 'write',
      rule: type === 'baking' ? 'any account, for a recipe it may see' : 'any account',
      body: newCooked[type],
      response,
      create: ({ caller, body }, beforeCommit) => createCooked(type, caller.accountId, body, beforeCommit),
      handler: async ({ viewer }, id) => toCookedOutput(await getOfType(type, id, viewer)),
    }),

    route({
      method: 'get',
      path,
      summary: `List the caller’s ${type}s and drafts, newest first`,
      details: 'Dates filter by `prepared_at`. Days are UTC, and the last day is included.',
      scope: 'read',
      rule: owner,
      query: cookedQuery,
      response: z.array(response),
      handler: async (call) => {
        const { caller, query } = call;
        const items = await listOwnCooked(type, caller.accountId, toFilter(query), toListPage(query));
        return toPage(items, call, (item) => item.id, toCookedOutput);
      },
    }),

    route({
      method: 'get',
      path: `${path}/{id}`,
      summary: `Get a ${type}`,
      scope: 'public',
      rule: `anyone who may see the ${type}. Only the owner may see a draft`,
      params: idParams,
      response,
      readVersion: ({ params, viewer }) => getResponseVersion(type, params.id, viewer),
      handler: async ({ params, viewer }) => toVersioned(await getOfType(type, params.id, viewer), toCookedOutput),
    }),

    route({
      method: 'patch',
      path: `${path}/{id}`,
      summary: `Update a ${type}`,
      details: 'Absent keys stay unchanged. A list replaces the whole list.',
      scope: 'write',
      rule: owner,
      params: idParams,
      body: cookedChanges[type],
      handler: ({ caller, params, body }) => updateCooked(type, caller.accountId, params.id, body),
    }),

    route({
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a ${type} and its pictures permanently`,
      scope: 'write',
      rule: owner,
      params: idParams,
      handler: ({ caller, params }) => deleteCooked(type, caller.accountId, params.id),
    }),

    route({
      method: 'post',
      path: `${path}/{id}/publish`,
      summary: `Publish a ${type}, or change the visibility of a published one`,
      details:
        `Without \`visibility\` the ${type} keeps its own. It is delivered to followers, and the author of the ` +
        `recipe gets a \`cooked\` notification.`,
      scope: 'write',
      rule: owner,
      params: idParams,
      body: publication(type),
      handler: ({ caller, params, body }) => publishItem(type, caller.accountId, params.id, body.visibility ?? null),
    }),

    route({
      method: 'delete',
      path: `${path}/{id}/publish`,
      summary: `Unpublish a ${type}: make it a draft again`,
      details:
        'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it ' +
        'gets a new `uri`.',
      scope: 'write',
      rule: owner,
      params: idParams,
      handler: ({ caller, params }) => unpublishItem(type, caller.accountId, params.id),
    }),

    linksRoute(type, response, toCookedOutput),
  ];
}
