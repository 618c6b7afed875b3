/** Follows and unfollows accounts, and reads relationships. */
import { z } from '@hono/zod-openapi';
import { follow, unfollow } from '../../domain/interactions/follow.ts';
import { getRelationship, getRelationships } from '../../domain/interactions/relationships.ts';
import { accountIdParams } from '../../http/ids.ts';
import { relationshipQuery } from '../../http/input/relationship-ids.ts';
import { route } from '../../http/route.ts';
import { relationshipOutput, toRelationshipOutput } from '../output/relationship.ts';

export const postFollow = route({
  method: 'post',
  path: '/accounts/{account_id}/follow',
  summary: 'Follow an account',
  details:
    'For a locked or remote account, `following_requested` is true until it accepts. Repeating the request has no effect.',
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
  handler: async ({ caller, query }) =>
    (await getRelationships(caller.accountId, query.id)).map(toRelationshipOutput),
});
