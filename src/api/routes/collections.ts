/** Creates, reads, updates and deletes collections, and adds and removes their items. */
import { z } from '@hono/zod-openapi';
import {
  filteringViewer,
  getCollection,
  getOwnCollection,
  listCollections,
} from '../../domain/collections/collections.ts';
import { addItem, getItem, listItems, removeItem, updateItem } from '../../domain/collections/items.ts';
import { createCollection, deleteCollection, updateCollection } from '../../domain/collections/write.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { collectionChanges, entryChanges, newCollection } from '../../http/input/collection.ts';
import { eventableTypeInput } from '../../http/input/eventable-type.ts';
import { oldestFirstQuery, toListPage, toPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { toFilteredHolderPage } from '../filtered-page.ts';
import {
  collectionItemOutput,
  collectionOutput,
  toCollectionItemOutput,
  toCollectionOutput,
} from '../output/collection.ts';

const rule = 'the owner. For everyone else it does not exist';
const readRule =
  'the owner, and for a public or unlisted collection any account. Otherwise it does not exist';
const itemParams = z.object({ collection_id: pathId, id: pathId });
const itemQuery = z.object({
  type: eventableTypeInput.openapi({ description: 'Type of the item', example: 'recipe' }),
});

export const collections: Route[] = [
  route({
    method: 'get',
    path: '/collections',
    summary: 'List the caller’s collections, oldest first',
    scope: 'read',
    rule: 'the owner',
    query: oldestFirstQuery,
    status: 200,
    response: z.array(collectionOutput),
    handler: async (call) => {
      const owned = await listCollections(call.caller.accountId, call.viewer, toListPage(call.query));
      return toPage(owned, call, ({ id }) => id, toCollectionOutput);
    },
  }),
  route({
    method: 'post',
    path: '/collections',
    summary: 'Create a collection',
    scope: 'write',
    rule: 'any account',
    body: newCollection,
    status: 201,
    response: collectionOutput,
    create: ({ caller, body }) => createCollection(caller.accountId, body),
    handler: async ({ caller }, id) => toCollectionOutput(await getOwnCollection(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/collections/{id}',
    summary: 'Get a collection',
    scope: 'read',
    rule: readRule,
    params: idParams,
    status: 200,
    response: collectionOutput,
    handler: async ({ viewer, params }) => toCollectionOutput(await getCollection(params.id, viewer)),
  }),
  route({
    method: 'patch',
    path: '/collections/{id}',
    summary: 'Update a collection: its texts, visibility, cover and order',
    details: 'A collection that becomes private loses its followers.',
    scope: 'write',
    rule,
    params: idParams,
    body: collectionChanges,
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => updateCollection(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/collections/{id}',
    summary: 'Delete a collection. Its items are not deleted.',
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => deleteCollection(caller.accountId, params.id),
  }),
  route({
    method: 'get',
    path: '/collections/{id}/items',
    summary: 'List the items of a collection, in its order',
    details:
      'That is the order in which they were added, until the owner changes it. Items that the caller may not see are left out.',
    scope: 'read',
    rule: readRule,
    params: idParams,
    query: oldestFirstQuery,
    status: 200,
    response: z.array(collectionItemOutput),
    handler: async (call) => {
      const items = await listItems(call.params.id, call.viewer, toListPage(call.query));
      const viewer = await filteringViewer(call.params.id, call.viewer);
      return toFilteredHolderPage(items, { ...call, viewer }, 'account', toCollectionItemOutput);
    },
  }),
  route({
    method: 'post',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Add an item to a collection',
    details: 'Adding an item again has no effect and returns the existing entry.',
    scope: 'write',
    rule,
    params: itemParams,
    query: itemQuery,
    status: 201,
    response: collectionItemOutput,
    create: ({ caller, params, query }) =>
      addItem(caller.accountId, params.collection_id, { id: params.id, type: query.type }),
    handler: async ({ caller }, id) => toCollectionItemOutput(await getItem(caller.accountId, id)),
  }),
  route({
    method: 'patch',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Change the note or the position of an item in a collection',
    scope: 'write',
    rule,
    params: itemParams,
    query: itemQuery,
    body: entryChanges,
    status: 200,
    response: collectionItemOutput,
    handler: async ({ caller, params, query, body }) => {
      const item = { id: params.id, type: query.type };
      const id = await updateItem(caller.accountId, params.collection_id, item, body);
      return toCollectionItemOutput(await getItem(caller.accountId, id));
    },
  }),
  route({
    method: 'delete',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Remove an item from a collection',
    scope: 'write',
    rule,
    params: itemParams,
    query: itemQuery,
    status: 204,
    response: null,
    handler: ({ caller, params, query }) =>
      removeItem(caller.accountId, params.collection_id, { id: params.id, type: query.type }),
  }),
];
