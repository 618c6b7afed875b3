/** Blocks: see, make, end. */
import { z } from '@hono/zod-openapi';
import { listBlocked } from '../../domain/account-lists.ts';
import { block, unblock } from '../../domain/blocks.ts';
import { getRelationship } from '../../domain/relationships.ts';
import { accountIdParams } from '../ids.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-page.ts';
import { relationshipOutput, toRelationshipOutput } from '../output/relationship.ts';
import { pageQuery, stretchOf } from '../page.ts';
import { type Route, route } from '../route.ts';

export const blocks: Route[] = [
  route({
    method: 'get',
    path: '/blocks',
    summary: 'Accounts that the caller blocks, newest first; the cursors are in `Link`',
    details:
      'Ordered by the date of the block. Cursors are ids of blocks, not of accounts: take them from `Link`.',
    scope: 'account:read',
    rule: 'the blocker',
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) =>
      toAccountPage(await listBlocked(call.caller.accountId, stretchOf(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/accounts/{account_id}/block',
    summary: 'Block an account: follows end both ways, neither sees the other',
    details:
      'Neither finds items or lists of the other any more; the blocker can still look the account up. Doing it again changes nothing.',
    scope: 'account:write',
    rule: 'anybody, for themselves',
    params: accountIdParams,
    status: 201,
    answer: relationshipOutput,
    fails: ['validation_failed'],
    handler: async ({ caller, params }) => {
      await block(caller.accountId, params.account_id);
      return toRelationshipOutput(await getRelationship(caller.accountId, params.account_id));
    },
  }),
  route({
    method: 'delete',
    path: '/accounts/{account_id}/block',
    summary: 'Block no longer; without effect if not blocked',
    scope: 'account:write',
    rule: 'the blocker',
    params: accountIdParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unblock(caller.accountId, params.account_id),
  }),
];
