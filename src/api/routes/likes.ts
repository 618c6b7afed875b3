/** Likes and unlikes items, and lists the accounts that liked them. */
import { z } from '@hono/zod-openapi';
import { listLikers } from '../../domain/interactions/account-lists.ts';
import { like, unlike } from '../../domain/interactions/like.ts';
import { idParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { accountOutput } from '../output/account.ts';
import { toLikerPage } from '../output/account-list.ts';
import { forEachEventableType } from './for-each-type.ts';

export const likes = forEachEventableType((type, item) => [
  route({
    method: 'post',
    path: `${item}/like`,
    summary: `Like a ${type}`,
    details: 'The author is notified. Repeating the request has no effect.',
    scope: 'write',
    rule: 'anyone who may see the item',
    params: idParams,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, params }) => like(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/like`,
    summary: `Undo the like of a ${type}`,
    scope: 'write',
    rule: 'the account that liked it',
    params: idParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unlike(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/likes`,
    summary: `List accounts that liked a ${type}, newest first. \`like_id\` is the cursor.`,
    scope: 'public',
    rule: 'anyone who may see the item',
    params: idParams,
    query: pageQuery,
    status: 200,
    response: z.array(accountOutput),
    handler: async (call) => {
      const item = { type, id: call.params.id };
      return toLikerPage(await listLikers(item, call.viewer, toListPage(call.query)), call);
    },
  }),
]);
