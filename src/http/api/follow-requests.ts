/** Follow requests to the caller, and followers they want no longer. */
import { z } from '@hono/zod-openapi';
import { listRequesters } from '../../domain/account-lists.ts';
import { authorizeRequest, rejectRequest, removeFollower } from '../../domain/follow-requests.ts';
import { accountIdParams, idParams } from '../ids.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-page.ts';
import { pageQuery, stretchOf } from '../page.ts';
import { type Route, route } from '../route.ts';

const rule = 'who was asked';

export const followRequests: Route[] = [
  route({
    method: 'get',
    path: '/follow_requests',
    summary: 'Accounts that ask to follow the caller, newest first; the cursors are in `Link`',
    scope: 'account:read',
    rule,
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) =>
      toAccountPage(await listRequesters(call.caller.accountId, stretchOf(call.query)), call),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/authorize',
    summary: 'Let an account follow',
    scope: 'account:write',
    rule,
    params: accountIdParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => authorizeRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'post',
    path: '/follow_requests/{account_id}/reject',
    summary: 'Refuse to be followed by an account',
    scope: 'account:write',
    rule,
    params: accountIdParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => rejectRequest(caller.accountId, params.account_id),
  }),
  route({
    method: 'delete',
    path: '/accounts/{id}/follower',
    summary: 'Be followed by an account no longer; without effect if it does not follow',
    scope: 'account:write',
    rule: 'who is followed',
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => removeFollower(caller.accountId, params.id),
  }),
];
