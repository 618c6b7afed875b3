/** Creates, reads, publishes, updates and deletes bakings. */
import { z } from '@hono/zod-openapi';
import {
  createBaking,
  deleteBaking,
  listBakings,
  publishBaking,
  unpublishBaking,
  updateBaking,
} from '../../domain/cooking/bakings.ts';
import { listLinked } from '../../domain/items/linked-items.ts';
import { getOfType, getResponseVersion } from '../../domain/items/read.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { bakingChanges, cookedQuery, newBaking, publication, toFilter } from '../../http/input/cooked.ts';
import { toListPage, toPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toVersioned } from '../../http/versioned.ts';
import { bakingOutput, toBakingOutput } from '../output/baking.ts';
import { linkDetails } from './for-each-type.ts';

const owner = 'the baking’s owner';

export const bakings = [
  route({
    method: 'post',
    path: '/bakings',
    summary: 'Create a baking as a draft',
    details:
      'Without ingredients or steps, those of the recipe are copied and scaled to `serving`. Only the owner sees a draft.',
    scope: 'write',
    rule: 'any account, for a recipe it may see',
    body: newBaking,
    status: 201,
    response: bakingOutput,
    create: ({ caller, body }) => createBaking(caller.accountId, body),
    handler: async ({ viewer }, id) => toBakingOutput(await getOfType('baking', id, viewer)),
  }),

  route({
    method: 'get',
    path: '/bakings',
    summary: 'List the caller’s bakings and drafts, newest first',
    details: 'Dates filter by `prepared_at`. Days are UTC, and the last day is included.',
    scope: 'read',
    rule: owner,
    query: cookedQuery,
    status: 200,
    response: z.array(bakingOutput),
    handler: async (call) => {
      const { caller, query } = call;
      const bakings = await listBakings(caller.accountId, toFilter(query), toListPage(query));
      return toPage(bakings, call, (baking) => baking.id, toBakingOutput);
    },
  }),

  route({
    method: 'get',
    path: '/bakings/{id}',
    summary: 'Get a baking',
    scope: 'public',
    rule: 'anyone who may see the baking. Only the owner may see a draft',
    params: idParams,
    status: 200,
    response: bakingOutput,
    readVersion: ({ params, viewer }) => getResponseVersion('baking', params.id, viewer),
    handler: async ({ params, viewer }) =>
      toVersioned(await getOfType('baking', params.id, viewer), toBakingOutput),
  }),

  route({
    method: 'patch',
    path: '/bakings/{id}',
    summary: 'Update a baking',
    details: 'Absent keys stay unchanged. A list replaces the whole list.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: bakingChanges,
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => updateBaking(caller.accountId, params.id, body),
  }),

  route({
    method: 'delete',
    path: '/bakings/{id}',
    summary: 'Delete a baking and its pictures permanently',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deleteBaking(caller.accountId, params.id),
  }),

  route({
    method: 'post',
    path: '/bakings/{id}/publish',
    summary: 'Publish a baking, or change the visibility of a published one',
    details:
      'Without `visibility` the baking keeps its own. It is delivered to followers, and the author of the recipe gets a `cooked` notification.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: publication('baking'),
    status: 204,
    response: null,
    handler: ({ caller, params, body }) =>
      publishBaking(caller.accountId, params.id, body.visibility ?? null),
  }),

  route({
    method: 'delete',
    path: '/bakings/{id}/publish',
    summary: 'Unpublish a baking: make it a draft again',
    details:
      'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it gets a new `uri`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unpublishBaking(caller.accountId, params.id),
  }),

  route({
    method: 'get',
    path: '/bakings/{baking_id}/links',
    summary: 'List the bakings that the steps link to, directly or indirectly, nearest first',
    details: linkDetails('bakings'),
    scope: 'public',
    rule: 'anyone. Only bakings the viewer may see are listed',
    params: z.object({ baking_id: pathId }),
    status: 200,
    response: z.array(bakingOutput),
    handler: async ({ params, viewer }) =>
      (await listLinked('baking', params.baking_id, viewer)).map(toBakingOutput),
  }),
];
