/** Pins, unpins and lists an account's pinned items. */
import { z } from '@hono/zod-openapi';
import { listPins, pin, unpin } from '../../domain/interactions/pins.ts';
import { accountIdParams, idParams } from '../../http/ids.ts';
import { type Route, route } from '../../http/route.ts';
import { filteredItems } from '../filtered-page.ts';
import { shortEventableOutput, toShortEventable } from '../output/short-eventable.ts';
import { forEachEventableType } from './for-each-type.ts';

const pinning = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/pin`,
    summary: `Pin a ${type} to the caller’s profile. At most 5 items, public or unlisted.`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => pin(caller.accountId, type, params.id),
  }),
  route({
    method: 'delete',
    path: `${item}/pin`,
    summary: `Unpin a ${type}. No effect if it is not pinned.`,
    scope: 'write',
    rule: 'the author',
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unpin(caller.accountId, type, params.id),
  }),
]);

export const pins: Route[] = [
  ...pinning,
  route({
    method: 'get',
    path: '/accounts/{account_id}/pins',
    summary: 'List the pinned items of an account, latest pin first',
    scope: 'public',
    rule: 'anyone, unless one of the two accounts blocks the other',
    params: accountIdParams,
    status: 200,
    response: z.array(shortEventableOutput),
    handler: async ({ params, viewer }) =>
      filteredItems(await listPins(params.account_id, viewer), viewer, 'account', toShortEventable),
  }),
];
