/** Pins: show an item of one's own first, or no longer; see what an account shows first. */
import { z } from '@hono/zod-openapi';
import { listPins, pin, unpin } from '../../domain/pins.ts';
import { accountIdParams, idParams } from '../ids.ts';
import { shortEventableOutput, toShortEventable } from '../output/short-eventable.ts';
import { type Route, route } from '../route.ts';
import { forEachKind } from './kinds.ts';

const pinning = forEachKind((type, item) => [
  route({
    method: 'post',
    path: `${item}/pin`,
    summary: `Show a ${type} first, before one’s timeline: public or unlisted, at most 5 items in all`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    status: 204,
    answer: null,
    fails: ['validation_failed'],
    handler: ({ caller, params }) => pin(caller.accountId, type, params.id),
  }),
  route({
    method: 'delete',
    path: `${item}/pin`,
    summary: `Show a ${type} first no longer; without effect if not pinned`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unpin(caller.accountId, type, params.id),
  }),
]);

export const pins: Route[] = [
  ...pinning,
  route({
    method: 'get',
    path: '/accounts/{account_id}/pins',
    summary: 'What an account shows first, the latest pin first',
    scope: 'public',
    rule: 'anybody without a block between them and the account',
    params: accountIdParams,
    status: 200,
    answer: z.array(shortEventableOutput),
    handler: async ({ params, viewer }) => (await listPins(params.account_id, viewer)).map(toShortEventable),
  }),
];
