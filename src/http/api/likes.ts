/** Likes: give one, take it back, see who else did. */
import { z } from '@hono/zod-openapi';
import { listLikers } from '../../domain/account-lists.ts';
import { like, unlike } from '../../domain/likes.ts';
import { idParams } from '../ids.ts';
import { accountOutput } from '../output/account.ts';
import { toLikerPage } from '../output/account-page.ts';
import { pageQuery, stretchOf } from '../page.ts';
import { route } from '../route.ts';
import { forEachKind } from './kinds.ts';

export const likes = forEachKind((type, item) => [
  route({
    method: 'post',
    path: `${item}/like`,
    summary: `Like a ${type}`,
    details: 'The author is notified. Doing it again changes nothing.',
    scope: 'write',
    rule: 'whoever may see the item',
    params: idParams,
    status: 204,
    answer: null,
    fails: ['validation_failed'],
    handler: ({ caller, params }) => like(caller.accountId, params.id, { type }),
  }),
  route({
    method: 'delete',
    path: `${item}/like`,
    summary: `Take back the like of a ${type}`,
    scope: 'write',
    rule: 'whoever liked it',
    params: idParams,
    status: 204,
    answer: null,
    handler: ({ caller, params }) => unlike(caller.accountId, params.id, type),
  }),
  route({
    method: 'get',
    path: `${item}/likes`,
    summary: `Who likes a ${type}, newest first; \`like_id\` is the cursor`,
    scope: 'public',
    rule: 'whoever may see the item',
    params: idParams,
    query: pageQuery,
    status: 200,
    answer: z.array(accountOutput),
    handler: async (call) => {
      const item = { type, id: call.params.id };
      return toLikerPage(await listLikers(item, call.viewer, stretchOf(call.query)), call);
    },
  }),
]);
