/** Boosts and unboosts items, and lists the accounts that boosted them. */
import { z } from '@hono/zod-openapi';
import { listBoosters } from '../../domain/interactions/account-lists.ts';
import { boost, unboost } from '../../domain/interactions/boost.ts';
import { idParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-list.ts';
import { forEachEventableType } from './for-each-type.ts';

const rule = 'anyone who may see the item. Only the author may boost a private one';

export const boosts = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/boost`,
    summary: `Boost a ${type}`,
    details:
      'It appears in the home timelines of followers, at most once in 72 h for the same item. The author is notified. Repeating the request has no effect.',
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => boost(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/boost`,
    summary: `Undo the boost of a ${type}`,
    details: 'It is removed from the timelines of followers, also on other servers.',
    scope: 'write',
    rule: 'the account that boosted it',
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unboost(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/boosts`,
    summary: `List accounts that boosted a ${type}, newest first`,
    scope: 'public',
    rule: 'anyone who may see the item',
    params: idParams,
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => {
      const boosted = { type, id: call.params.id };
      return toAccountPage(await listBoosters(boosted, call.viewer, toListPage(call.query)), call);
    },
  }),
]);
