/** Routes that follow, block and mute. */
import { z } from '@hono/zod-openapi';
import { currentIdOf, currentIdsOf } from '../domain/accounts/account.ts';
import {
  block,
  blockDomain,
  getThreadMute,
  hideBoosts,
  listDomainBlocks,
  maxDomainBlocks,
  mute,
  muteThread,
  showBoosts,
  unblock,
  unblockDomain,
  unmute,
  unmuteThread,
} from '../domain/interactions/block.ts';
import {
  authorizeRequest,
  follow,
  getRelationship,
  getRelationships,
  listBlocked,
  listMuted,
  listRequesters,
  type MutedAccount,
  rejectRequest,
  removeFollower,
  unfollow,
} from '../domain/interactions/follow.ts';
import { domainInput, muteInput } from '../http/input/account.ts';
import { relationshipQuery } from '../http/input/fields.ts';
import { accountIdParams, idParams, pageQuery, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { relationshipOutput, toRelationshipOutput } from './accounts.ts';
import { forEachEventableType } from './for-each-type.ts';
import { accountOutput, timestamp, toAccountOutput, toAccountPage } from './output.ts';

// Serialises mutes of accounts and threads, and blocked servers

const mutedAccountOutput = namedSchema(
  'muted_account_output',
  accountOutput.extend({
    mute_expires_at: timestamp.nullable(),
    muting_notifications: z.boolean(),
  }),
  {
    ...schemaExample(accountOutput),
    mute_expires_at: '2026-05-01T12:00:00.000Z',
    muting_notifications: true,
  },
);

const toMutedAccountOutput = ({
  account,
  expiresAt,
  hidesNotifications,
}: MutedAccount): z.output<typeof mutedAccountOutput> => ({
  ...toAccountOutput(account),
  mute_expires_at: expiresAt?.toISOString() ?? null,
  muting_notifications: hidesNotifications,
});

const threadMuteOutput = namedSchema('thread_mute_output', z.object({ muted: z.boolean() }), {
  muted: true,
});

const domainBlockOutput = namedSchema('domain_block_output', z.object({ host: z.string() }), {
  host: 'far.example',
});

// Follows and unfollows accounts, and reads relationships

export const postFollow = route({
  method: 'post',
  path: '/accounts/{account_id}/follow',
  summary: 'Follow an account',
  details:
    'For a locked or remote account, `following_requested` is true until it accepts. Repeating the request ' +
    'has no effect.',
  scope: 'account:write',
  rule: 'any account, unless one of the two blocks the other',
  params: accountIdParams,
  status: 201,
  response: relationshipOutput,
  errors: ['validation_failed'],
  handler: async ({ caller, params }) => {
    await follow(caller.accountId, params.account_id);
    return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
  },
});

export const removeFollow = route({
  method: 'delete',
  path: '/accounts/{account_id}/follow',
  summary: 'Unfollow an account. No effect if it is not followed.',
  scope: 'account:write',
  rule: 'the follower',
  params: accountIdParams,
  status: 204,
  response: null,
  handler: ({ caller, params }) => unfollow(caller.accountId, params.account_id),
});

export const getAccountRelationships = route({
  method: 'get',
  path: '/accounts/relationships',
  summary: 'Get the caller’s relationships to several accounts',
  details: 'In the order of the ids. Unknown ids are left out.',
  scope: 'account:read',
  rule: 'any account',
  query: relationshipQuery,
  status: 200,
  response: z.array(relationshipOutput),
  handler: async ({ caller, query }) => {
    const ids = await currentIdsOf(query.id);
    return (await getRelationships(caller.accountId, ids)).map(toRelationshipOutput);
  },
});

// Lists, accepts and rejects follow requests, and removes followers

const rule = 'the account that received the request';

export const followRequests: Route[] = [
  route({
    method: 'get',
    path: '/follow_requests',
    summary: 'List accounts that have requested to follow the caller, newest first',
    scope: 'account:read',
    rule,
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => toAccountPage(await listRequesters(call.caller.accountId, toListPage(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/authorize',
    summary: 'Accept a follow request',
    scope: 'account:write',
    rule,
    params: accountIdParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => authorizeRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/reject',
    summary: 'Reject a follow request',
    scope: 'account:write',
    rule,
    params: accountIdParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => rejectRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'delete',
    path: '/accounts/{id}/follower',
    summary: 'Remove a follower. No effect if the account does not follow.',
    scope: 'account:write',
    rule: 'the account that is followed',
    params: idParams,
    status: 204,
    response: null,
    handler: async ({ caller, params }) => removeFollower(caller.accountId, await currentIdOf(params.id)),
  }),
];

// Lists, blocks and unblocks accounts

export const blocks: Route[] = [
  route({
    method: 'get',
    path: '/blocks',
    summary: 'List blocked accounts, newest first',
    details:
      'Ordered by the date of the block. Cursors are ids of blocks, not of accounts, so take them from the ' +
      '`Link` header.',
    scope: 'account:read',
    rule: 'the account that blocks',
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => toAccountPage(await listBlocked(call.caller.accountId, toListPage(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/accounts/{account_id}/block',
    summary: 'Block an account',
    details:
      'Both accounts stop following each other, and neither can see the other’s items or lists. The caller can ' +
      'still look up the blocked account. Repeating the request has no effect.',
    scope: 'account:write',
    rule: 'any account',
    params: accountIdParams,
    status: 201,
    response: relationshipOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params }) => {
      await block(caller.accountId, params.account_id);
      return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
    },
  }),
  route({
    method: 'delete',
    path: '/accounts/{account_id}/block',
    summary: 'Unblock an account. No effect if it is not blocked.',
    scope: 'account:write',
    rule: 'the account that blocks',
    params: accountIdParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unblock(caller.accountId, params.account_id),
  }),
];

// Lists, blocks and unblocks servers for the caller

export const accountDomainBlocks: Route[] = [
  route({
    method: 'get',
    path: '/domain_blocks',
    summary: `List the servers that the caller blocks, in alphabetical order. At most ${maxDomainBlocks}.`,
    scope: 'account:read',
    rule: 'the account that blocks',
    status: 200,
    response: z.array(domainBlockOutput),
    handler: async ({ caller }) => (await listDomainBlocks(caller.accountId)).map((host) => ({ host })),
  }),
  route({
    method: 'post',
    path: '/domain_blocks',
    summary: 'Block a server for the caller',
    details:
      'Items and notifications of its accounts vanish for the caller. Follows in both directions end. ' +
      'Subdomains are not included. Repeating the request has no effect.',
    scope: 'account:write',
    rule: 'any account',
    body: domainInput,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, body }) => blockDomain(caller.accountId, body.host),
  }),
  route({
    method: 'delete',
    path: '/domain_blocks',
    summary: 'Unblock a server. No effect if it is not blocked.',
    details: 'Follows are not restored.',
    scope: 'account:write',
    rule: 'the account that blocks',
    body: domainInput,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, body }) => unblockDomain(caller.accountId, body.host),
  }),
];

// Mutes and unmutes accounts, their boosts, and threads

const boostsPath = '/accounts/{account_id}/hidden_boosts';

export const mutes: Route[] = [
  route({
    method: 'get',
    path: '/mutes',
    summary: 'List muted accounts, newest first',
    details:
      'Ordered by the date of the mute. Cursors are ids of mutes, not of accounts, so take them from the ' +
      '`Link` header.',
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
      'Its items, its boosts and boosts of its items leave the caller’s timelines, lists and searches; threads ' +
      'and its profile still show them. Follows stay, and nobody is told. Repeating the request replaces the ' +
      'duration.',
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
    details: 'They leave the caller’s home timeline. It ends with the follow. Repeating the request has no effect.',
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
      'The caller gets no notifications about the item, its ancestors and all replies to them. Repeating the ' +
      'request has no effect.',
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
