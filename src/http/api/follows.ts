/** Follows, and how the caller stands to others. */
import { z } from '@hono/zod-openapi';
import { follow, unfollow } from '../../domain/follows.ts';
import { getRelationship, getRelationships } from '../../domain/relationships.ts';
import { accountIdParams } from '../ids.ts';
import { relationshipQuery } from '../input/relationship-ids.ts';
import { relationshipOutput, toRelationshipOutput } from '../output/relationship.ts';
import { route } from '../route.ts';

export const postFollow = route({
  method: 'post',
  path: '/accounts/{account_id}/follow',
  summary: 'Follow an account, or ask to',
  details:
    'An account that is locked or of another server answers with `following_requested` until it accepts. Doing it again changes nothing.',
  scope: 'account:write',
  rule: 'anybody without a block between them and the account',
  params: accountIdParams,
  status: 201,
  answer: relationshipOutput,
  fails: ['validation_failed'],
  handler: async ({ caller, params }) => {
    await follow(caller.accountId, params.account_id);
    return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
  },
});

export const removeFollow = route({
  method: 'delete',
  path: '/accounts/{account_id}/follow',
  summary: 'Follow no longer; without effect if not followed',
  scope: 'account:write',
  rule: 'the follower',
  params: accountIdParams,
  status: 204,
  answer: null,
  handler: ({ caller, params }) => unfollow(caller.accountId, params.account_id),
});

export const getAccountRelationships = route({
  method: 'get',
  path: '/accounts/relationships',
  summary: 'How the caller stands to each of these accounts',
  details: 'In the order of the ids; those of no account are left out.',
  scope: 'account:read',
  rule: 'anybody, about themselves',
  query: relationshipQuery,
  status: 200,
  answer: z.array(relationshipOutput),
  handler: async ({ caller, query }) =>
    (await getRelationships(caller.accountId, query.id)).map(toRelationshipOutput),
});
