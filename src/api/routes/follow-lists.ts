/** Lists followers and followed accounts. */
import { z } from '@hono/zod-openapi';
import { listFollowers, listFollowing } from '../../domain/interactions/account-lists.ts';
import { accountIdParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-list.ts';

const rule = 'any account, unless one of the two blocks the other';

export const followLists: Route[] = [
  route({
    method: 'get',
    path: '/accounts/{account_id}/followers',
    summary: 'List the followers that this server knows, newest first',
    details:
      'Ordered by the date of the follow. Cursors are ids of follows, not of accounts, so take them from the `Link` header.',
    scope: 'account:read',
    rule,
    params: accountIdParams,
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => {
      const page = toListPage(call.query);
      return toAccountPage(await listFollowers(call.params.account_id, call.viewer, page), call);
    },
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/following',
    summary: 'List the followed accounts that this server knows, newest first',
    details:
      'Ordered by the date of the follow. Cursors are ids of follows, not of accounts, so take them from the `Link` header.',
    scope: 'account:read',
    rule,
    params: accountIdParams,
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => {
      const page = toListPage(call.query);
      return toAccountPage(await listFollowing(call.params.account_id, call.viewer, page), call);
    },
  }),
];
