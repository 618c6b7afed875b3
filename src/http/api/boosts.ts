/** Boosts: show an item to one's followers, take that back, see who else did. */
import { z } from '@hono/zod-openapi';
import { listBoosters } from '../../domain/account-lists.ts';
import { boost, unboost } from '../../domain/boosts.ts';
import { idParams } from '../ids.ts';
import { accountOutput } from '../output/account.ts';
import { toAccountPage } from '../output/account-page.ts';
import { pageQuery, stretchOf } from '../page.ts';
import { route } from '../route.ts';
import { forEachKind } from './kinds.ts';

const rule = 'whoever may see the item; a private one its author alone';

export const boosts = forEachKind((type, item) => [
  route({
    method: 'post',
    path: `${item}/boost`,
    summary: `Boost a ${type}`,
    details:
      'Followers find it in their home timelines, once in 72 h whoever boosts it; the author is notified. Doing it again changes nothing.',
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    answer: null,
    fails: ['validation_failed'],
    handler: ({ caller, params }) => boost(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/boost`,
    summary: `Take back the boost of a ${type}`,
    details: 'It leaves the timelines of followers, on other servers too.',
    scope: 'write',
    rule: 'whoever boosted it',
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unboost(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/boosts`,
    summary: `Who boosted a ${type}, newest first`,
    scope: 'public',
    rule: 'whoever may see the item',
    params: idParams,
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) => {
      const boosted = { type, id: call.params.id };
      return toAccountPage(await listBoosters(boosted, call.viewer, stretchOf(call.query)), call);
    },
  }),
]);
