/** Collections: make, read, rename, fill, empty, delete. */
import { z } from '@hono/zod-openapi';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  updateCollection,
} from '../../domain/collections/collection.ts';
import { addItem, getItem, listItems, removeItem } from '../../domain/collections/items.ts';
import { idParams, pathId } from '../ids.ts';
import { collectionChanges, newCollection } from '../input/collection.ts';
import { typeName } from '../input/type-name.ts';
import {
  collectionItemOutput,
  collectionOutput,
  toCollectionItemOutput,
  toCollectionOutput,
} from '../output/collection.ts';
import { oldestFirst, stretchOf, toPage } from '../page.ts';
import { type Route, route } from '../route.ts';

const rule = 'the owner; to others it is not there';
const itemParams = z.object({ collection_id: pathId, id: pathId });
const itemQuery = z.object({
  type: typeName.openapi({ description: 'Kind of the item that the id names', example: 'recipe' }),
});

export const collections: Route[] = [
  route({
    method: 'get',
    path: '/collections',
    summary: 'The caller’s collections, oldest first',
    scope: 'read',
    rule: 'the owner',
    query: oldestFirst,
    status: 200,
    answer: z.array(collectionOutput),
    handler: async (call) => {
      const owned = await listCollections(call.caller.accountId, stretchOf(call.query));
      return toPage(owned, call, ({ id }) => id, toCollectionOutput);
    },
  }),
  route({
    method: 'post',
    path: '/collections',
    summary: 'Make a collection',
    scope: 'write',
    rule: 'anybody, for themselves',
    body: newCollection,
    status: 201,
    answer: collectionOutput,
    create: ({ caller, body }) => createCollection(caller.accountId, body),
    handler: async ({ caller }, id) => toCollectionOutput(await getCollection(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/collections/{id}',
    summary: 'A collection',
    scope: 'read',
    rule,
    params: idParams,
    status: 200,
    answer: collectionOutput,
    handler: async ({ caller, params }) =>
      toCollectionOutput(await getCollection(caller.accountId, params.id)),
  }),
  route({
    method: 'patch',
    path: '/collections/{id}',
    summary: 'Change a collection’s name and description',
    scope: 'write',
    rule,
    params: idParams,
    body: collectionChanges,
    status: 204,
    answer: null,
    handler: ({ caller, params, body }) => updateCollection(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/collections/{id}',
    summary: 'Delete a collection for good; its items stay where they are',
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => deleteCollection(caller.accountId, params.id),
  }),
  route({
    method: 'get',
    path: '/collections/{id}/items',
    summary: 'What a collection holds, in the order it was added',
    scope: 'read',
    rule,
    params: idParams,
    query: oldestFirst,
    status: 200,
    answer: z.array(collectionItemOutput),
    handler: async (call) => {
      const items = await listItems(call.caller.accountId, call.params.id, stretchOf(call.query));
      return toPage(items, call, ({ id }) => id, toCollectionItemOutput);
    },
  }),
  route({
    method: 'post',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Add an item to a collection',
    details: 'An item that is in the collection already stays where it is, and is answered the same.',
    scope: 'write',
    rule,
    params: itemParams,
    query: itemQuery,
    status: 201,
    answer: collectionItemOutput,
    create: ({ caller, params, query }) =>
      addItem(caller.accountId, params.collection_id, { id: params.id, type: query.type }),
    handler: async ({ caller }, id) => toCollectionItemOutput(await getItem(caller.accountId, id)),
  }),
  route({
    method: 'delete',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Take an item out of a collection',
    scope: 'write',
    rule,
    params: itemParams,
    query: itemQuery,
    status: 204,
    answer: null,
    handler: ({ caller, params, query }) =>
      removeItem(caller.accountId, params.collection_id, { id: params.id, type: query.type }),
  }),
];
