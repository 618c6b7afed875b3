/** Reads the collections of other accounts, and follows them. */
import { z } from '@hono/zod-openapi';
import { filteringViewer, getCollection, listCollections } from '../../domain/collections/collections.ts';
import { followCollection, listFollowed, unfollowCollection } from '../../domain/collections/follows.ts';
import { listItems } from '../../domain/collections/items.ts';
import { accountIdParams, pathId } from '../../http/ids.ts';
import { oldestFirstQuery, pageQuery, toListPage, toPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { notFound } from '../../lib/errors.ts';
import { toFilteredHolderPage } from '../filtered-page.ts';
import {
  collectionItemOutput,
  collectionOutput,
  toCollectionItemOutput,
  toCollectionOutput,
} from '../output/collection.ts';

const rule = 'everyone, unless it is private or one of the two blocks the other. The owner sees all';
const followRule = 'any account that may see the collection';
const collectionParams = z.object({ account_id: pathId, id: pathId });
const followParams = z.object({ collection_id: pathId });

type Call = Parameters<Parameters<typeof route>[0]['handler']>[0];

async function getOf({ viewer }: Pick<Call, 'viewer'>, params: z.output<typeof collectionParams>) {
  const collection = await getCollection(params.id, viewer);
  if (collection.account.id !== params.account_id) throw notFound();
  return collection;
}

export const sharedCollections: Route[] = [
  route({
    method: 'get',
    path: '/accounts/{account_id}/collections',
    summary: 'List the public collections of an account, oldest first',
    details: 'The owner gets all of them. Unlisted collections of others are found by their id only.',
    scope: 'public',
    rule,
    params: accountIdParams,
    query: oldestFirstQuery,
    status: 200,
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
    rule,
    params: collectionParams,
    status: 200,
    response: collectionOutput,
    handler: async (call) => toCollectionOutput(await getOf(call, call.params)),
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/collections/{id}/items',
    summary: 'List the items of a public or unlisted collection, in its order',
    details: 'Items that the caller may not see are left out.',
    scope: 'public',
    rule,
    params: collectionParams,
    query: oldestFirstQuery,
    status: 200,
    response: z.array(collectionItemOutput),
    handler: async (call) => {
      await getOf(call, call.params);
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
      return toCollectionOutput(
        await getCollection(params.collection_id, { ...viewer, accountId: caller.accountId }),
      );
    },
  }),
  route({
    method: 'delete',
    path: '/collections/{collection_id}/follow',
    summary: 'Unfollow a collection. No effect if it is not followed.',
    scope: 'account:write',
    rule: followRule,
    params: followParams,
    status: 204,
    response: null,
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
    status: 200,
    response: z.array(collectionOutput),
    handler: async (call) => {
      const followed = await listFollowed(call.caller.accountId, toListPage(call.query));
      return toPage(followed, call, ({ followId }) => followId, toCollectionOutput);
    },
  }),
];
