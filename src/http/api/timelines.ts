/** Timelines: what the followed did, and what one account did. */
import { z } from '@hono/zod-openapi';
import { accountTimeline, homeTimeline } from '../../domain/timelines.ts';
import { accountIdParams } from '../ids.ts';
import { eventOutput, toEventOutput } from '../output/event.ts';
import { pageFields, pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';

export const getTimeline = route({
  method: 'get',
  path: '/timeline',
  summary: 'The caller’s home timeline',
  scope: 'read',
  rule: 'its owner',
  query: pageQuery,
  status: 200,
  answer: z.array(eventOutput),
  handler: async (call) => {
    const events = await homeTimeline(call.caller.accountId, stretchOf(call.query));
    return toPage(events, call, (event) => event.id, toEventOutput);
  },
});

const withReplies = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
  .openapi({ type: 'boolean', default: false });

export const getAccountTimeline = route({
  method: 'get',
  path: '/accounts/{account_id}/timeline',
  summary: 'What an account published and boosted',
  scope: 'public',
  rule: 'each item for whoever may see it',
  params: accountIdParams,
  query: z.object({ ...pageFields, with_replies: withReplies }),
  status: 200,
  answer: z.array(eventOutput),
  handler: async (call) => {
    const events = await accountTimeline(call.params.account_id, call.viewer, {
      withReplies: call.query.with_replies,
      page: stretchOf(call.query),
    });
    return toPage(events, call, (event) => event.id, toEventOutput);
  },
});
