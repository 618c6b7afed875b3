/** Creates, reads, publishes, updates and deletes preparations and bakings, which share all operations. */
import { z } from '@hono/zod-openapi';
import { listOwnCooked } from '../../domain/cooking/list.ts';
import { createCooked, deleteCooked, updateCooked } from '../../domain/cooking/write.ts';
import type { CookedType } from '../../domain/items/eventable.ts';
import { listLinked } from '../../domain/items/linked-items.ts';
import { publishItem, unpublishItem } from '../../domain/items/publication.ts';
import { getOfType, getResponseVersion } from '../../domain/items/read.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { cookedChanges, cookedQuery, newCooked, toFilter } from '../../http/input/cooked.ts';
import { publication } from '../../http/input/publication.ts';
import { toListPage, toPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { toVersioned } from '../../http/versioned.ts';
import { cookedOutputs, toCookedOutput } from '../output/cooked.ts';
import { linkDetails } from './for-each-type.ts';

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
        'Without ingredients or steps, those of the recipe are copied and scaled to `serving`. Only the owner sees a draft.',
      scope: 'write',
      rule: type === 'baking' ? 'any account, for a recipe it may see' : 'any account',
      body: newCooked[type],
      status: 201,
      response,
      create: ({ caller, body }) => createCooked(type, caller.accountId, body),
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
      status: 200,
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
      status: 200,
      response,
      readVersion: ({ params, viewer }) => getResponseVersion(type, params.id, viewer),
      handler: async ({ params, viewer }) =>
        toVersioned(await getOfType(type, params.id, viewer), toCookedOutput),
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
      status: 204,
      response: null,
      handler: ({ caller, params, body }) => updateCooked(type, caller.accountId, params.id, body),
    }),

    route({
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a ${type} and its pictures permanently`,
      scope: 'write',
      rule: owner,
      params: idParams,
      status: 204,
      response: null,
      handler: ({ caller, params }) => deleteCooked(type, caller.accountId, params.id),
    }),

    route({
      method: 'post',
      path: `${path}/{id}/publish`,
      summary: `Publish a ${type}, or change the visibility of a published one`,
      details: `Without \`visibility\` the ${type} keeps its own. It is delivered to followers, and the author of the recipe gets a \`cooked\` notification.`,
      scope: 'write',
      rule: owner,
      params: idParams,
      body: publication(type),
      status: 204,
      response: null,
      handler: ({ caller, params, body }) =>
        publishItem(type, caller.accountId, params.id, body.visibility ?? null),
    }),

    route({
      method: 'delete',
      path: `${path}/{id}/publish`,
      summary: `Unpublish a ${type}: make it a draft again`,
      details:
        'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it gets a new `uri`.',
      scope: 'write',
      rule: owner,
      params: idParams,
      status: 204,
      response: null,
      handler: ({ caller, params }) => unpublishItem(type, caller.accountId, params.id),
    }),

    route({
      method: 'get',
      path: `${path}/{${type}_id}/links`,
      summary: `List the ${type}s that the steps link to, directly or indirectly, nearest first`,
      details: linkDetails(`${type}s`),
      scope: 'public',
      rule: `anyone. Only ${type}s the viewer may see are listed`,
      params: z.object({ [`${type}_id`]: pathId }),
      status: 200,
      response: z.array(response),
      handler: async ({ params, viewer }) =>
        (await listLinked(type, params[`${type}_id`]!, viewer)).map(toCookedOutput),
    }),
  ];
}
