/** Boosts: show an item to one's followers, and take that back. */
import { boost, unboost } from '../../domain/boosts.ts';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { idParams } from '../ids.ts';
import { type Route, route } from '../route.ts';

const rule = 'whoever may see the item; a private one its author alone';

const boostRoutes = (type: EventableType, path: `/${string}/{id}/boost`): Route[] => [
  route({
    method: 'post',
    path,
    summary: `Boost a ${type}`,
    scope: 'write',
    rule,
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => boost(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path,
    summary: `Take back the boost of a ${type}`,
    scope: 'write',
    rule: 'whoever boosted it',
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unboost(caller.accountId, params.id, type),
  }),
];

export const boosts = [
  ...boostRoutes('recipe', '/recipes/{id}/boost'),
  ...boostRoutes('status', '/statuses/{id}/boost'),
];
