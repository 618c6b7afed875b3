/** Mutes and unmutes accounts, their boosts, and threads. */
import { z } from '@hono/zod-openapi';
import { listMuted } from '../../domain/interactions/account-lists.ts';
import { hideBoosts, mute, showBoosts, unmute } from '../../domain/interactions/mute.ts';
import { getThreadMute, muteThread, unmuteThread } from '../../domain/interactions/mute-thread.ts';
import { getRelationship } from '../../domain/interactions/relationships.ts';
import { accountIdParams, idParams } from '../../http/ids.ts';
import { muteInput } from '../../http/input/mute.ts';
import { pageQuery, toListPage, toPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { mutedAccountOutput, threadMuteOutput, toMutedAccountOutput } from '../output/mute.ts';
import { relationshipOutput, toRelationshipOutput } from '../output/relationship.ts';
import { forEachEventableType } from './for-each-type.ts';

const boostsPath = '/accounts/{account_id}/hidden_boosts';

export const mutes: Route[] = [
  route({
    method: 'get',
    path: '/mutes',
    summary: 'List muted accounts, newest first',
    details:
      'Ordered by the date of the mute. Cursors are ids of mutes, not of accounts, so take them from the `Link` header.',
    scope: 'account:read',
    rule: 'the account that mutes',
    query: pageQuery,
    status: 200,
    response: z.array(mutedAccountOutput),
    handler: async (call) => {
      const muted = await listMuted(call.caller.accountId, toListPage(call.query));
      return toPage(muted, call, ({ relationId }) => relationId, toMutedAccountOutput);
    },
  }),
  route({
    method: 'post',
    path: '/accounts/{account_id}/mute',
    summary: 'Mute an account',
    details:
      'Its items, its boosts and boosts of its items leave the caller’s timelines, lists and searches; threads and its profile still show them. Follows stay, and nobody is told. Repeating the request replaces the duration.',
    scope: 'account:write',
    rule: 'any account',
    params: accountIdParams,
    body: muteInput,
    status: 201,
    response: relationshipOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params, body }) => {
      const { notifications = true, duration } = body;
      await mute(caller.accountId, params.account_id, { notifications, seconds: duration || null });
      return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
    },
  }),
  route({
    method: 'delete',
    path: '/accounts/{account_id}/mute',
    summary: 'Unmute an account. No effect if it is not muted.',
    details: 'What the mute hid comes back.',
    scope: 'account:write',
    rule: 'the account that mutes',
    params: accountIdParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unmute(caller.accountId, params.account_id),
  }),
  route({
    method: 'post',
    path: boostsPath,
    summary: 'Hide the boosts of a followed account',
    details:
      'They leave the caller’s home timeline. It ends with the follow. Repeating the request has no effect.',
    scope: 'account:write',
    rule: 'the follower',
    params: accountIdParams,
    status: 201,
    response: relationshipOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params }) => {
      await hideBoosts(caller.accountId, params.account_id);
      return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
    },
  }),
  route({
    method: 'delete',
    path: boostsPath,
    summary: 'Show the boosts of an account again. No effect if they are not hidden.',
    scope: 'account:write',
    rule: 'the follower',
    params: accountIdParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => showBoosts(caller.accountId, params.account_id),
  }),
];

export const threadMutes = forEachEventableType((type, item) => [
  route({
    method: 'get',
    path: `${item}/mute`,
    summary: `Tell whether the caller mutes the thread of a ${type}`,
    scope: 'read',
    rule: 'anyone who may see the item',
    params: idParams,
    status: 200,
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
      'The caller gets no notifications about the item, its ancestors and all replies to them. Repeating the request has no effect.',
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => muteThread(caller.accountId, type, params.id),
  }),
  route({
    method: 'delete',
    path: `${item}/mute`,
    summary: `Unmute the thread of a ${type}. No effect if it is not muted.`,
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unmuteThread(caller.accountId, type, params.id),
  }),
]);
