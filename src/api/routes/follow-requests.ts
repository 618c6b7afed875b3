/** Lists, accepts and rejects follow requests, and removes followers. */
import { z } from '@hono/zod-openapi';
import { listRequesters } from '../../domain/interactions/account-lists.ts';
import { authorizeRequest, rejectRequest, removeFollower } from '../../domain/interactions/follow-request.ts';
import { accountIdParams, idParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-list.ts';

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
    handler: async (call) =>
      toAccountPage(await listRequesters(call.caller.accountId, toListPage(call.query)), call),
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
    handler: ({ caller, params }) => removeFollower(caller.accountId, params.id),
  }),
];
