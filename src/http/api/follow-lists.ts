/** Who follows an account, and whom it follows. */
import { z } from '@hono/zod-openapi';
import { listFollowers, listFollowing } from '../../domain/account-lists.ts';
import { accountIdParams } from '../ids.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-page.ts';
import { pageQuery, stretchOf } from '../page.ts';
import { type Route, route } from '../route.ts';

const rule = 'anybody without a block between them and the account';

export const followLists: Route[] = [
  route({
    method: 'get',
    path: '/accounts/{account_id}/followers',
    summary: 'Followers as far as they are known here, newest first; the cursors are in `Link`',
    details:
      'Ordered by the date of the follow. Cursors are ids of follows, not of accounts: take them from `Link`.',
    scope: 'account:read',
    rule,
    params: accountIdParams,
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) => {
      const page = stretchOf(call.query);
      return toAccountPage(await listFollowers(call.params.account_id, call.viewer, page), call);
    },
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/following',
    summary: 'The followed as far as they are known here, newest first; the cursors are in `Link`',
    details:
      'Ordered by the date of the follow. Cursors are ids of follows, not of accounts: take them from `Link`.',
    scope: 'account:read',
    rule,
    params: accountIdParams,
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) => {
      const page = stretchOf(call.query);
      return toAccountPage(await listFollowing(call.params.account_id, call.viewer, page), call);
    },
  }),
];
