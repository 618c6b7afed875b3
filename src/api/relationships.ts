/** Routes that follow, block and mute. */
import { z } from '@hono/zod-openapi';
import { currentIdOf, currentIdsOf } from '../domain/accounts/account.ts';
import {
  block,
  blockDomain,
  hideBoosts,
  listDomainBlocks,
  maxDomainBlocks,
  mute,
  showBoosts,
  unblock,
  unblockDomain,
  unmute,
} from '../domain/interactions/block.ts';
import {
  authorizeRequest,
  follow,
  getRelationship,
  getRelationships,
  listBlocked,
  listFollowers,
  listFollowing,
  listMuted,
  listRequesters,
  type MutedAccount,
  type Relationship,
  rejectRequest,
  removeFollower,
  unfollow,
} from '../domain/interactions/follow.ts';
import { domainInput, muteInput } from '../http/input/account.ts';
import { relationshipQuery } from '../http/input/fields.ts';
import { accountIdParams, id, idParams, pageQuery, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { threadMutes } from './interactions.ts';
import { accountOutput, timestamp, toAccountOutput, toAccountPage } from './output.ts';

// Serialises the relationship between the caller and another account

const relationshipOutput = namedSchema(
  'relationship',
  z.object({
    id,
    following: z.boolean(),
    followed: z.boolean(),
    following_requested: z.boolean(),
    follower_requested: z.boolean(),
    blocking: z.boolean(),
    muting: z.boolean(),
    muting_notifications: z.boolean(),
    hiding_boosts: z.boolean().openapi({ description: 'Boosts by the account stay out of the home timeline' }),
    domain_blocking: z.boolean().openapi({ description: 'The caller blocks the account’s server' }),
  }),
  {
    id: 4,
    following: true,
    followed: false,
    following_requested: false,
    follower_requested: false,
    blocking: false,
    muting: false,
    muting_notifications: false,
    hiding_boosts: false,
    domain_blocking: false,
  },
);

function toRelationshipOutput(relationship: Relationship): z.output<typeof relationshipOutput> {
  return {
    id: relationship.id,
    following: relationship.following,
    followed: relationship.followed,
    following_requested: relationship.followingRequested,
    follower_requested: relationship.followerRequested,
    blocking: relationship.blocking,
    muting: relationship.muting,
    muting_notifications: relationship.mutingNotifications,
    hiding_boosts: relationship.hidingBoosts,
    domain_blocking: relationship.domainBlocking,
  };
}

// Serialises mutes of accounts, and blocked servers

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

const domainBlockOutput = namedSchema('domain_block_output', z.object({ host: z.string() }), {
  host: 'far.example',
});

// Follows, blocks and mutes accounts, and blocks servers

const requestRule = 'the account that received the request';
const boostsPath = '/accounts/{account_id}/hidden_boosts';

const ordered = (relation: string) =>
  `Ordered by the date of the ${relation}. Cursors are ids of ${relation}s, not of accounts, so take them from the ` +
  '`Link` header.';

const showRelationship = async (accountId: number, otherId: number) =>
  toRelationshipOutput(await getRelationship(accountId, otherId));

const followList = (name: string, summary: string, list: typeof listFollowers): Route =>
  route({
    method: 'get',
    path: `/accounts/{account_id}/${name}`,
    summary,
    details: ordered('follow'),
    scope: 'account:read',
    rule: 'any account, unless one of the two blocks the other',
    params: accountIdParams,
    query: pageQuery,
    response: z.array(accountOutput),
    handler: async (call) =>
      toAccountPage(await list(call.params.account_id, call.viewer, toListPage(call.query)), call),
  });

export const relationships: Route[] = [
  route({
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
      return showRelationship(caller.accountId, params.account_id);
    },
  }),
  route({
    method: 'delete',
    path: '/accounts/{account_id}/follow',
    summary: 'Unfollow an account. No effect if it is not followed.',
    scope: 'account:write',
    rule: 'the follower',
    params: accountIdParams,
    handler: ({ caller, params }) => unfollow(caller.accountId, params.account_id),
  }),
  route({
    method: 'get',
    path: '/accounts/relationships',
    summary: 'Get the caller’s relationships to several accounts',
    details: 'In the order of the ids. Unknown ids are left out.',
    scope: 'account:read',
    rule: 'any account',
    query: relationshipQuery,
    response: z.array(relationshipOutput),
    handler: async ({ caller, query }) => {
      const ids = await currentIdsOf(query.id);
      return (await getRelationships(caller.accountId, ids)).map(toRelationshipOutput);
    },
  }),
  followList('followers', 'List the followers that this server knows, newest first', listFollowers),
  followList('following', 'List the followed accounts that this server knows, newest first', listFollowing),
  route({
    method: 'get',
    path: '/follow_requests',
    summary: 'List accounts that have requested to follow the caller, newest first',
    scope: 'account:read',
    rule: requestRule,
    query: pageQuery,
    response: z.array(accountOutput),
    handler: async (call) => toAccountPage(await listRequesters(call.caller.accountId, toListPage(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/authorize',
    summary: 'Accept a follow request',
    scope: 'account:write',
    rule: requestRule,
    params: accountIdParams,
    handler: ({ caller, params }) => authorizeRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/reject',
    summary: 'Reject a follow request',
    scope: 'account:write',
    rule: requestRule,
    params: accountIdParams,
    handler: ({ caller, params }) => rejectRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'delete',
    path: '/accounts/{id}/follower',
    summary: 'Remove a follower. No effect if the account does not follow.',
    scope: 'account:write',
    rule: 'the account that is followed',
    params: idParams,
    handler: async ({ caller, params }) => removeFollower(caller.accountId, await currentIdOf(params.id)),
  }),
  route({
    method: 'get',
    path: '/blocks',
    summary: 'List blocked accounts, newest first',
    details: ordered('block'),
    scope: 'account:read',
    rule: 'the account that blocks',
    query: pageQuery,
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
      return showRelationship(caller.accountId, params.account_id);
    },
  }),
  route({
    method: 'delete',
    path: '/accounts/{account_id}/block',
    summary: 'Unblock an account. No effect if it is not blocked.',
    scope: 'account:write',
    rule: 'the account that blocks',
    params: accountIdParams,
    handler: ({ caller, params }) => unblock(caller.accountId, params.account_id),
  }),
  route({
    method: 'get',
    path: '/mutes',
    summary: 'List muted accounts, newest first',
    details: ordered('mute'),
    scope: 'account:read',
    rule: 'the account that mutes',
    query: pageQuery,
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
      return showRelationship(caller.accountId, params.account_id);
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
      return showRelationship(caller.accountId, params.account_id);
    },
  }),
  route({
    method: 'delete',
    path: boostsPath,
    summary: 'Show the boosts of an account again. No effect if they are not hidden.',
    scope: 'account:write',
    rule: 'the follower',
    params: accountIdParams,
    handler: ({ caller, params }) => showBoosts(caller.accountId, params.account_id),
  }),
  ...threadMutes,
  route({
    method: 'get',
    path: '/domain_blocks',
    summary: `List the servers that the caller blocks, in alphabetical order. At most ${maxDomainBlocks}.`,
    scope: 'account:read',
    rule: 'the account that blocks',
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
    errors: ['validation_failed'],
    handler: ({ caller, body }) => unblockDomain(caller.accountId, body.host),
  }),
];
