/** Preparations: write down, read, publish, change, delete. */
import { z } from '@hono/zod-openapi';
import { getOfType, getStamp } from '../../domain/eventables/read.ts';
import { listLinked } from '../../domain/links.ts';
import {
  createPreparation,
  deletePreparation,
  listPreparations,
  publishPreparation,
  unpublishPreparation,
  updatePreparation,
} from '../../domain/preparations.ts';
import { idParams, pathId } from '../ids.ts';
import { cookedQuery, newPreparation, preparationChanges, publication, toFilter } from '../input/cooked.ts';
import { preparationOutput, toPreparationOutput } from '../output/preparation.ts';
import { stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { stamped } from '../stamped.ts';
import { linkDetails } from './kinds.ts';

const owner = 'the preparation’s owner';

export const preparations = [
  route({
    method: 'post',
    path: '/preparations',
    summary:
      'Write down a preparation, as a draft; without ingredients or steps it takes those of the recipe, scaled',
    details: 'What is copied is scaled to `serving`. Nobody else sees a draft.',
    scope: 'write',
    rule: 'anybody, in their own name',
    body: newPreparation,
    status: 201,
    answer: preparationOutput,
    create: ({ caller, body }) => createPreparation(caller.accountId, body),
    handler: async ({ viewer }, id) => toPreparationOutput(await getOfType('preparation', id, viewer)),
  }),

  route({
    method: 'get',
    path: '/preparations',
    summary: 'The caller’s preparations, drafts included, newest first',
    details: 'Dates filter by `prepared_at`; a day is one in UTC, the last one included.',
    scope: 'read',
    rule: owner,
    query: cookedQuery,
    status: 200,
    answer: z.array(preparationOutput),
    handler: async (call) => {
      const { caller, query } = call;
      const preparations = await listPreparations(caller.accountId, toFilter(query), stretchOf(query));
      return toPage(preparations, call, (preparation) => preparation.id, toPreparationOutput);
    },
  }),

  route({
    method: 'get',
    path: '/preparations/{id}',
    summary: 'A preparation',
    scope: 'public',
    rule: 'whoever may see the preparation; a draft its owner alone',
    params: idParams,
    status: 200,
    answer: preparationOutput,
    stamp: ({ params, viewer }) => getStamp('preparation', params.id, viewer),
    handler: async ({ params, viewer }) =>
      stamped(await getOfType('preparation', params.id, viewer), toPreparationOutput),
  }),

  route({
    method: 'patch',
    path: '/preparations/{id}',
    summary: 'Change a preparation; a list given replaces the list',
    details: 'A key left out stays as it is.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: preparationChanges,
    status: 204,
    answer: null,
    handler: ({ caller, params, body }) => updatePreparation(caller.accountId, params.id, body),
  }),

  route({
    method: 'delete',
    path: '/preparations/{id}',
    summary: 'Delete a preparation for good, with its pictures',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => deletePreparation(caller.accountId, params.id),
  }),

  route({
    method: 'post',
    path: '/preparations/{id}/publish',
    summary: 'Publish a preparation, or show a published one to others',
    details:
      'Without `visibility` the item keeps its own. Followers are told; the author of the recipe is notified that it was `cooked`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: publication('preparation'),
    status: 204,
    answer: null,
    handler: ({ caller, params, body }) =>
      publishPreparation(caller.accountId, params.id, body.visibility ?? null),
  }),

  route({
    method: 'delete',
    path: '/preparations/{id}/publish',
    summary: 'Make a preparation a draft again; likes, boosts and places in collections are lost',
    details: 'Other servers are told to delete it; published again, it has a new `uri`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unpublishPreparation(caller.accountId, params.id),
  }),

  route({
    method: 'get',
    path: '/preparations/{preparation_id}/links',
    summary: 'The preparations that its steps link to, directly or through others, nearest first',
    details: linkDetails('preparations'),
    scope: 'public',
    rule: 'each preparation for whoever may see it',
    params: z.object({ preparation_id: pathId }),
    status: 200,
    answer: z.array(preparationOutput),
    handler: async ({ params, viewer }) =>
      (await listLinked('preparation', params.preparation_id, viewer)).map(toPreparationOutput),
  }),
];
