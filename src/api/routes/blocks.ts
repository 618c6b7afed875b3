/** Lists, blocks and unblocks accounts. */
import { z } from '@hono/zod-openapi';
import { listBlocked } from '../../domain/interactions/account-lists.ts';
import { block, unblock } from '../../domain/interactions/block.ts';
import { getRelationship } from '../../domain/interactions/relationships.ts';
import { accountIdParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-list.ts';
import { relationshipOutput, toRelationshipOutput } from '../output/relationship.ts';

export const blocks: Route[] = [
  route({
    method: 'get',
    path: '/blocks',
    summary: 'List blocked accounts, newest first',
    details:
      'Ordered by the date of the block. Cursors are ids of blocks, not of accounts, so take them from the `Link` header.',
    scope: 'account:read',
    rule: 'the account that blocks',
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) =>
      toAccountPage(await listBlocked(call.caller.accountId, toListPage(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/accounts/{account_id}/block',
    summary: 'Block an account',
    details:
      'Both accounts stop following each other, and neither can see the other’s items or lists. The caller can still look up the blocked account. Repeating the request has no effect.',
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
