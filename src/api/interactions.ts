/** Routes on likes, boosts, pins, replies and quotes of items, and on muted threads. */
import { z } from '@hono/zod-openapi';
import { getThreadMute, muteThread, unmuteThread } from '../domain/interactions/block.ts';
import { listBoosters, listLikers } from '../domain/interactions/follow.ts';
import { boost, like, listPins, pin, unboost, unlike, unpin } from '../domain/interactions/on-item.ts';
import { revokeQuote } from '../domain/statuses/quotes.ts';
import { getThread, listReplies } from '../domain/statuses/statuses.ts';
import { accountIdParams, idParams, pageQuery, toListPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { type EventableKind, eventableKinds, folders } from '../lib/iris.ts';
import { accountOutput, shortEventableOutput, toAccountPage, toLikerPage, toShortEventable } from './output.ts';
import { recipeOutput } from './recipes.ts';
import { statusOutput, toStatusOutput } from './statuses.ts';
import { filteredItems, toFilteredPage, toTypedItem, typedItemOutput } from './timelines.ts';

const forEachEventableType = (routesOf: (type: EventableKind, item: `/${string}/{id}`) => Route[]): Route[] =>
  eventableKinds.flatMap((type) => routesOf(type, `/${folders[type]}/{id}`));

// Likes and unlikes items, and lists the accounts that liked them

export const likes = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/like`,
    summary: `Like a ${type}`,
    details: 'The author is notified. Repeating the request has no effect.',
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => like(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/like`,
    summary: `Undo the like of a ${type}`,
    scope: 'write',
    rule: 'the account that liked it',
    params: idParams,
    handler: ({ caller, params }) => unlike(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/likes`,
    summary: `List accounts that liked a ${type}, newest first. \`like_id\` is the cursor.`,
    scope: 'public',
    rule: 'anyone who may see the item',
    params: idParams,
    query: pageQuery,
    response: z.array(accountOutput),
    handler: async (call) => {
      const item = { type, id: call.params.id };
      return toLikerPage(await listLikers(item, call.viewer, toListPage(call.query)), call);
    },
  }),
]);

// Boosts and unboosts items, and lists the accounts that boosted them

const rule = 'anyone who may see the item. Only the author may boost a private one';

export const boosts = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/boost`,
    summary: `Boost a ${type}`,
    details:
      'It appears in the home timelines of followers, at most once in 72 h for the same item. The author is ' +
      'notified. Repeating the request has no effect.',
    scope: 'write',
    rule,
    params: idParams,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => boost(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/boost`,
    summary: `Undo the boost of a ${type}`,
    details: 'It is removed from the timelines of followers, also on other servers.',
    scope: 'write',
    rule: 'the account that boosted it',
    params: idParams,
    handler: ({ caller, params }) => unboost(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/boosts`,
    summary: `List accounts that boosted a ${type}, newest first`,
    scope: 'public',
    rule: 'anyone who may see the item',
    params: idParams,
    query: pageQuery,
    response: z.array(accountOutput),
    handler: async (call) => {
      const boosted = { type, id: call.params.id };
      return toAccountPage(await listBoosters(boosted, call.viewer, toListPage(call.query)), call);
    },
  }),
]);

// Pins, unpins and lists an account's pinned items

const pinning = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/pin`,
    summary: `Pin a ${type} to the caller’s profile. At most 5 items, public or unlisted.`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => pin(caller.accountId, type, params.id),
  }),
  route({
    method: 'delete',
    path: `${item}/pin`,
    summary: `Unpin a ${type}. No effect if it is not pinned.`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    handler: ({ caller, params }) => unpin(caller.accountId, type, params.id),
  }),
]);

export const pins: Route[] = [
  ...pinning,
  route({
    method: 'get',
    path: '/accounts/{account_id}/pins',
    summary: 'List the pinned items of an account, latest pin first',
    scope: 'public',
    rule: 'anyone, unless one of the two accounts blocks the other',
    params: accountIdParams,
    response: z.array(shortEventableOutput),
    handler: async ({ params, viewer }) =>
      filteredItems(await listPins(params.account_id, viewer), viewer, 'account', toShortEventable),
  }),
];

// Mutes and unmutes the threads of items

const threadMuteOutput = namedSchema('thread_mute_output', z.object({ muted: z.boolean() }), {
  muted: true,
});

export const threadMutes = forEachEventableType((type, item) => [
  route({
    method: 'get',
    path: `${item}/mute`,
    summary: `Tell whether the caller mutes the thread of a ${type}`,
    scope: 'read',
    rule: 'anyone who may see the item',
    params: idParams,
    response: threadMuteOutput,
    handler: async ({ caller, params }) => ({
      muted: await getThreadMute(caller.accountId, type, params.id),
    }),
  }),
  route({
    method: 'post',
    path: `${item}/mute`,
    summary: `Mute the thread of a ${type}`,
    details:
      'The caller gets no notifications about the item, its ancestors and all replies to them. Repeating the ' +
      'request has no effect.',
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    handler: ({ caller, params }) => muteThread(caller.accountId, type, params.id),
  }),
  route({
    method: 'delete',
    path: `${item}/mute`,
    summary: `Unmute the thread of a ${type}. No effect if it is not muted.`,
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    handler: ({ caller, params }) => unmuteThread(caller.accountId, type, params.id),
  }),
]);

// Revokes quotes of the caller's items, and lists replies to items and the thread of a status

const repliesOf = forEachEventableType((type, item) => [
  route({
    method: 'get',
    path: `${item}/replies`,
    summary: `List replies to a ${type}, newest first`,
    scope: 'public',
    rule: `anyone who may see the ${type}. Only replies the viewer may see are listed`,
    params: idParams,
    query: pageQuery,
    response: z.array(statusOutput),
    handler: async (call) => {
      const statuses = await listReplies(type, call.params.id, call.viewer, toListPage(call.query));
      return toFilteredPage(statuses, call, 'thread', toStatusOutput);
    },
  }),
]);

export const quotesAndReplies: Route[] = [
  route({
    method: 'delete',
    path: '/statuses/{id}/quote',
    summary: 'Revoke a quote of the caller’s item',
    details:
      'The status stays, but no longer shows the item. Its server is told, and cannot get the approval again ' +
      'for this status.',
    scope: 'write',
    rule: 'the author of the quoted item',
    params: idParams,
    handler: ({ caller, params }) => revokeQuote(caller.accountId, params.id),
  }),
  ...repliesOf,
  route({
    method: 'get',
    path: '/statuses/{id}/context',
    summary: 'Get the thread of a status: its ancestors and descendants',
    scope: 'public',
    rule: 'anyone who may see the status. Only items the viewer may see are listed',
    params: idParams,
    response: namedSchema(
      'context_output',
      z.object({
        ancestors: z.array(typedItemOutput).openapi({
          description: 'From the start of the thread, which may be a recipe, preparation or baking',
        }),
        descendants: z.array(statusOutput).openapi({ description: 'Each reply after its parent' }),
      }),
      { ancestors: [{ type: 'recipe' as const, ...schemaExample(recipeOutput) }], descendants: [] },
    ),
    handler: async ({ params, viewer }) => {
      const { ancestors, descendants } = await getThread(params.id, viewer);
      return {
        ancestors: await filteredItems(ancestors, viewer, 'thread', toTypedItem),
        descendants: await filteredItems(descendants, viewer, 'thread', toStatusOutput),
      };
    },
  }),
];
