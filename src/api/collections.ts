/** Routes on collections, also those of others. */
import { z } from '@hono/zod-openapi';
import type { Viewer } from '../domain/accounts/account.ts';
import {
  addItem,
  type Collection,
  type CollectionItem,
  createCollection,
  deleteCollection,
  filteringViewer,
  getCollection,
  getItem,
  getOwnCollection,
  listCollections,
  listItems,
  removeItem,
  updateCollection,
  updateItem,
} from '../domain/collections/collections.ts';
import { followCollection, listFollowed, unfollowCollection } from '../domain/collections/remote.ts';
import { collectionChanges, entryChanges, newCollection } from '../http/input/collection.ts';
import { eventableTypeInput, visibility } from '../http/input/fields.ts';
import {
  accountIdParams,
  id,
  idParams,
  oldestFirstQuery,
  pageQuery,
  pathId,
  toListPage,
  toPage,
} from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { eventableType, namedSchema, schemaExample } from '../http/schema.ts';
import { notFound } from '../lib/errors.ts';
import {
  accountOutput,
  mediumOutput,
  shortEventableOutput,
  timestamp,
  toAccountOutput,
  toMediumOutput,
  toShortEventable,
} from './output.ts';
import { toFilteredHolderPage } from './timelines.ts';

// Serialises collections and their entries

export const collectionOutput = namedSchema(
  'collection_output',
  z.object({
    id,
    name: z.string(),
    description: z.string(),
    visibility,
    url: z.string(),
    uri: z.string(),
    cover: z
      .union([mediumOutput, z.null()])
      .openapi({ description: 'The chosen picture, or a picture of the first item that has one' }),
    items_count: z.int().min(0).openapi({ description: 'Items that the caller may see' }),
    followers_count: z.int().min(0),
    following: z.boolean().openapi({ description: 'Whether the caller follows it' }),
    created_at: timestamp,
    updated_at: timestamp,
    account: accountOutput.openapi({ description: 'The owner' }),
  }),
  {
    id: 2,
    name: 'Friday pizza',
    description: 'What we bake when friends come',
    visibility: 'public',
    url: 'https://cook.example/@ann/collections/2',
    uri: 'https://cook.example/users/3/collections/2',
    cover: schemaExample(mediumOutput),
    items_count: 7,
    followers_count: 3,
    following: false,
    created_at: '2026-05-01T16:20:00.000Z',
    updated_at: '2026-05-02T17:40:00.000Z',
    account: schemaExample(accountOutput),
  },
);

export function toCollectionOutput(collection: Collection): z.output<typeof collectionOutput> {
  const { iri, url, itemsCount, followersCount, following, createdAt, updatedAt, cover } = collection;
  return {
    id: collection.id,
    name: collection.name,
    description: collection.description,
    visibility: collection.visibility,
    url,
    uri: iri,
    cover: cover && toMediumOutput(cover),
    items_count: itemsCount,
    followers_count: followersCount,
    following,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    account: toAccountOutput(collection.account),
  };
}

const collectionItemOutput = namedSchema(
  'collection_item_output',
  z.object({
    id: id.openapi({ description: 'Id of the entry. The id of the item is in `object`.' }),
    type: eventableType,
    note: z.string().openapi({ description: 'What the owner of the collection says about it' }),
    added_at: timestamp,
    account: accountOutput.openapi({ description: 'The author of the item' }),
    object: shortEventableOutput,
  }),
  {
    id: 6,
    type: 'recipe',
    note: 'With the sauce from last time',
    added_at: '2026-05-02T17:40:00.000Z',
    account: schemaExample(accountOutput),
    object: schemaExample(shortEventableOutput),
  },
);

function toCollectionItemOutput(item: CollectionItem): z.output<typeof collectionItemOutput> {
  const object = toShortEventable(item.object);
  const { id, note, addedAt } = item;
  return {
    id,
    type: object.type,
    note,
    added_at: addedAt.toISOString(),
    account: object.account,
    object,
  };
}

// Creates, reads, updates and deletes collections, adds and removes their items, and follows those of others

const ownerRule = 'the owner. For everyone else it does not exist';
const readRule = 'the owner, and for a public or unlisted collection any account. Otherwise it does not exist';
const itemParams = z.object({ collection_id: pathId, id: pathId });
const itemQuery = z.object({
  type: eventableTypeInput.openapi({ description: 'Type of the item', example: 'recipe' }),
});

const sharedRule = 'everyone, unless it is private or one of the two blocks the other. The owner sees all';
const followRule = 'any account that may see the collection';
const collectionParams = z.object({ account_id: pathId, id: pathId });
const followParams = z.object({ collection_id: pathId });

async function getCollectionOf(params: z.output<typeof collectionParams>, viewer: Viewer): Promise<Collection> {
  const collection = await getCollection(params.id, viewer);
  if (collection.account.id !== params.account_id) throw notFound();
  return collection;
}

export const collections: Route[] = [
  route({
    method: 'get',
    path: '/collections',
    summary: 'List the caller’s collections, oldest first',
    scope: 'read',
    rule: 'the owner',
    query: oldestFirstQuery,
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
    response: collectionOutput,
    create: ({ caller, body }, beforeCommit) => createCollection(caller.accountId, body, beforeCommit),
    handler: async ({ caller }, id) => toCollectionOutput(await getOwnCollection(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/collections/{id}',
    summary: 'Get a collection',
    scope: 'read',
    rule: readRule,
    params: idParams,
    response: collectionOutput,
    handler: async ({ viewer, params }) => toCollectionOutput(await getCollection(params.id, viewer)),
  }),
  route({
    method: 'patch',
    path: '/collections/{id}',
    summary: 'Update a collection: its texts, visibility, cover and order',
    details: 'A collection that becomes private loses its followers.',
    scope: 'write',
    rule: ownerRule,
    params: idParams,
    body: collectionChanges,
    handler: ({ caller, params, body }) => updateCollection(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/collections/{id}',
    summary: 'Delete a collection. Its items are not deleted.',
    scope: 'write',
    rule: ownerRule,
    params: idParams,
    handler: ({ caller, params }) => deleteCollection(caller.accountId, params.id),
  }),
  route({
    method: 'get',
    path: '/collections/{id}/items',
    summary: 'List the items of a collection, in its order',
    details:
      'That is the order in which they were added, until the owner changes it. Items that the caller may not ' +
      'see are left out.',
    scope: 'read',
    rule: readRule,
    params: idParams,
    query: oldestFirstQuery,
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
    rule: ownerRule,
    params: itemParams,
    query: itemQuery,
    response: collectionItemOutput,
    create: ({ caller, params, query }, beforeCommit) => {
      const item = { id: params.id, type: query.type };
      return addItem(caller.accountId, params.collection_id, item, '', beforeCommit);
    },
    handler: async ({ caller }, id) => toCollectionItemOutput(await getItem(caller.accountId, id)),
  }),
  route({
    method: 'patch',
    path: '/collections/{collection_id}/items/{id}',
    summary: 'Change the note or the position of an item in a collection',
    scope: 'write',
    rule: ownerRule,
    params: itemParams,
    query: itemQuery,
    body: entryChanges,
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
    rule: ownerRule,
    params: itemParams,
    query: itemQuery,
    handler: ({ caller, params, query }) =>
      removeItem(caller.accountId, params.collection_id, { id: params.id, type: query.type }),
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/collections',
    summary: 'List the public collections of an account, oldest first',
    details: 'The owner gets all of them. Unlisted collections of others are found by their id only.',
    scope: 'public',
    rule: sharedRule,
    params: accountIdParams,
    query: oldestFirstQuery,
    response: z.array(collectionOutput),
    handler: async (call) => {
      const page = toListPage(call.query);
      const found = await listCollections(call.params.account_id, call.viewer, page);
      return toPage(found, call, ({ id }) => id, toCollectionOutput);
    },
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/collections/{id}',
    summary: 'Get a public or unlisted collection',
    scope: 'public',
    rule: sharedRule,
    params: collectionParams,
    response: collectionOutput,
    handler: async ({ params, viewer }) => toCollectionOutput(await getCollectionOf(params, viewer)),
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/collections/{id}/items',
    summary: 'List the items of a public or unlisted collection, in its order',
    details: 'Items that the caller may not see are left out.',
    scope: 'public',
    rule: sharedRule,
    params: collectionParams,
    query: oldestFirstQuery,
    response: z.array(collectionItemOutput),
    handler: async (call) => {
      await getCollectionOf(call.params, call.viewer);
      const items = await listItems(call.params.id, call.viewer, toListPage(call.query));
      const viewer = await filteringViewer(call.params.id, call.viewer);
      return toFilteredHolderPage(items, { ...call, viewer }, 'account', toCollectionItemOutput);
    },
  }),
  route({
    method: 'post',
    path: '/collections/{collection_id}/follow',
    summary: 'Follow a collection',
    details: 'Repeating the request, or following an own collection, has no effect. Nobody is notified.',
    scope: 'account:write',
    rule: followRule,
    params: followParams,
    status: 201,
    response: collectionOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params, viewer }) => {
      await followCollection(caller.accountId, params.collection_id);
      return toCollectionOutput(await getCollection(params.collection_id, { ...viewer, accountId: caller.accountId }));
    },
  }),
  route({
    method: 'delete',
    path: '/collections/{collection_id}/follow',
    summary: 'Unfollow a collection. No effect if it is not followed.',
    scope: 'account:write',
    rule: followRule,
    params: followParams,
    handler: ({ caller, params }) => unfollowCollection(caller.accountId, params.collection_id),
  }),
  route({
    method: 'get',
    path: '/followed_collections',
    summary: 'List the collections that the caller follows, newest follow first',
    details: 'Cursors are ids of follows, so take them from the `Link` header.',
    scope: 'account:read',
    rule: 'any account',
    query: pageQuery,
    response: z.array(collectionOutput),
    handler: async (call) => {
      const followed = await listFollowed(call.caller.accountId, toListPage(call.query));
      return toPage(followed, call, ({ followId }) => followId, toCollectionOutput);
    },
  }),
];
