/** Creates, reads, publishes, updates and deletes preparations. */
import { z } from '@hono/zod-openapi';
import {
  createPreparation,
  deletePreparation,
  listPreparations,
  publishPreparation,
  unpublishPreparation,
  updatePreparation,
} from '../../domain/cooking/preparations.ts';
import { listLinked } from '../../domain/items/linked-items.ts';
import { getOfType, getResponseVersion } from '../../domain/items/read.ts';
import { idParams, pathId } from '../../http/ids.ts';
import {
  cookedQuery,
  newPreparation,
  preparationChanges,
  publication,
  toFilter,
} from '../../http/input/cooked.ts';
import { toListPage, toPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toVersioned } from '../../http/versioned.ts';
import { preparationOutput, toPreparationOutput } from '../output/preparation.ts';
import { linkDetails } from './for-each-type.ts';

const owner = 'the preparation’s owner';

export const preparations = [
  route({
    method: 'post',
    path: '/preparations',
    summary: 'Create a preparation as a draft',
    details:
      'Without ingredients or steps, those of the recipe are copied and scaled to `serving`. Only the owner sees a draft.',
    scope: 'write',
    rule: 'any account',
    body: newPreparation,
    status: 201,
    response: preparationOutput,
    create: ({ caller, body }) => createPreparation(caller.accountId, body),
    handler: async ({ viewer }, id) => toPreparationOutput(await getOfType('preparation', id, viewer)),
  }),

  route({
    method: 'get',
    path: '/preparations',
    summary: 'List the caller’s preparations and drafts, newest first',
    details: 'Dates filter by `prepared_at`. Days are UTC, and the last day is included.',
    scope: 'read',
    rule: owner,
    query: cookedQuery,
    status: 200,
    response: z.array(preparationOutput),
    handler: async (call) => {
      const { caller, query } = call;
      const preparations = await listPreparations(caller.accountId, toFilter(query), toListPage(query));
      return toPage(preparations, call, (preparation) => preparation.id, toPreparationOutput);
    },
  }),

  route({
    method: 'get',
    path: '/preparations/{id}',
    summary: 'Get a preparation',
    scope: 'public',
    rule: 'anyone who may see the preparation. Only the owner may see a draft',
    params: idParams,
    status: 200,
    response: preparationOutput,
    readVersion: ({ params, viewer }) => getResponseVersion('preparation', params.id, viewer),
    handler: async ({ params, viewer }) =>
      toVersioned(await getOfType('preparation', params.id, viewer), toPreparationOutput),
  }),

  route({
    method: 'patch',
    path: '/preparations/{id}',
    summary: 'Update a preparation',
    details: 'Absent keys stay unchanged. A list replaces the whole list.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: preparationChanges,
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => updatePreparation(caller.accountId, params.id, body),
  }),

  route({
    method: 'delete',
    path: '/preparations/{id}',
    summary: 'Delete a preparation and its pictures permanently',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deletePreparation(caller.accountId, params.id),
  }),

  route({
    method: 'post',
    path: '/preparations/{id}/publish',
    summary: 'Publish a preparation, or change the visibility of a published one',
    details:
      'Without `visibility` the preparation keeps its own. It is delivered to followers, and the author of the recipe gets a `cooked` notification.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: publication('preparation'),
    status: 204,
    response: null,
    handler: ({ caller, params, body }) =>
      publishPreparation(caller.accountId, params.id, body.visibility ?? null),
  }),

  route({
    method: 'delete',
    path: '/preparations/{id}/publish',
    summary: 'Unpublish a preparation: make it a draft again',
    details:
      'Its likes, boosts and collection entries are deleted, also on other servers. When published again, it gets a new `uri`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unpublishPreparation(caller.accountId, params.id),
  }),

  route({
    method: 'get',
    path: '/preparations/{preparation_id}/links',
    summary: 'List the preparations that the steps link to, directly or indirectly, nearest first',
    details: linkDetails('preparations'),
    scope: 'public',
    rule: 'anyone. Only preparations the viewer may see are listed',
    params: z.object({ preparation_id: pathId }),
    status: 200,
    response: z.array(preparationOutput),
    handler: async ({ params, viewer }) =>
      (await listLinked('preparation', params.preparation_id, viewer)).map(toPreparationOutput),
  }),
];
