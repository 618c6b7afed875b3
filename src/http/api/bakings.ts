/** Bakings: write down, read, publish, change, delete. */
import { z } from '@hono/zod-openapi';
import {
  createBaking,
  deleteBaking,
  listBakings,
  publishBaking,
  unpublishBaking,
  updateBaking,
} from '../../domain/bakings.ts';
import { getOfType, getStamp } from '../../domain/eventables/read.ts';
import { listLinked } from '../../domain/links.ts';
import { idParams, pathId } from '../ids.ts';
import { bakingChanges, cookedQuery, newBaking, publication, toFilter } from '../input/cooked.ts';
import { bakingOutput, toBakingOutput } from '../output/baking.ts';
import { stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { stamped } from '../stamped.ts';
import { linkDetails } from './kinds.ts';

const owner = 'the baking’s owner';

export const bakings = [
  route({
    method: 'post',
    path: '/bakings',
    summary:
      'Write down a baking, as a draft; without ingredients or steps it takes those of the recipe, scaled',
    details: 'What is copied is scaled to `serving`. Nobody else sees a draft.',
    scope: 'write',
    rule: 'anybody, in their own name, of a recipe they may see',
    body: newBaking,
    status: 201,
    answer: bakingOutput,
    create: ({ caller, body }) => createBaking(caller.accountId, body),
    handler: async ({ viewer }, id) => toBakingOutput(await getOfType('baking', id, viewer)),
  }),

  route({
    method: 'get',
    path: '/bakings',
    summary: 'The caller’s bakings, drafts included, newest first',
    details: 'Dates filter by `prepared_at`; a day is one in UTC, the last one included.',
    scope: 'read',
    rule: owner,
    query: cookedQuery,
    status: 200,
    answer: z.array(bakingOutput),
    handler: async (call) => {
      const { caller, query } = call;
      const bakings = await listBakings(caller.accountId, toFilter(query), stretchOf(query));
      return toPage(bakings, call, (baking) => baking.id, toBakingOutput);
    },
  }),

  route({
    method: 'get',
    path: '/bakings/{id}',
    summary: 'A baking',
    scope: 'public',
    rule: 'whoever may see the baking; a draft its owner alone',
    params: idParams,
    status: 200,
    answer: bakingOutput,
    stamp: ({ params, viewer }) => getStamp('baking', params.id, viewer),
    handler: async ({ params, viewer }) =>
      stamped(await getOfType('baking', params.id, viewer), toBakingOutput),
  }),

  route({
    method: 'patch',
    path: '/bakings/{id}',
    summary: 'Change a baking; a list given replaces the list',
    details: 'A key left out stays as it is.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: bakingChanges,
    status: 204,
    answer: null,
    handler: ({ caller, params, body }) => updateBaking(caller.accountId, params.id, body),
  }),

  route({
    method: 'delete',
    path: '/bakings/{id}',
    summary: 'Delete a baking for good, with its pictures',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => deleteBaking(caller.accountId, params.id),
  }),

  route({
    method: 'post',
    path: '/bakings/{id}/publish',
    summary: 'Publish a baking, or show a published one to others',
    details:
      'Without `visibility` the item keeps its own. Followers are told; the author of the recipe is notified that it was `cooked`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    body: publication('baking'),
    status: 204,
    answer: null,
    handler: ({ caller, params, body }) =>
      publishBaking(caller.accountId, params.id, body.visibility ?? null),
  }),

  route({
    method: 'delete',
    path: '/bakings/{id}/publish',
    summary: 'Make a baking a draft again; likes, boosts and places in collections are lost',
    details: 'Other servers are told to delete it; published again, it has a new `uri`.',
    scope: 'write',
    rule: owner,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unpublishBaking(caller.accountId, params.id),
  }),

  route({
    method: 'get',
    path: '/bakings/{baking_id}/links',
    summary: 'The bakings that its steps link to, directly or through others, nearest first',
    details: linkDetails('bakings'),
    scope: 'public',
    rule: 'each baking for whoever may see it',
    params: z.object({ baking_id: pathId }),
    status: 200,
    answer: z.array(bakingOutput),
    handler: async ({ params, viewer }) =>
      (await listLinked('baking', params.baking_id, viewer)).map(toBakingOutput),
  }),
];
