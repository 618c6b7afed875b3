/** Timelines: what the followed did, what one account did, what everybody published. */
import { z } from '@hono/zod-openapi';
import { accountTimeline, homeTimeline, publicTimeline } from '../../domain/timelines.ts';
import { accountIdParams } from '../ids.ts';
import { flag } from '../input/flag.ts';
import { eventOutput, toEventJson } from '../output/event.ts';
import { pageFields, pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';

export const getTimeline = route({
  method: 'get',
  path: '/timeline',
  summary: 'The caller’s home timeline',
  details:
    'What followed accounts created and boosted, at most 800 events. Ids grow with time: whoever asks again with the last one as `min_id` misses nothing. An item comes once in 72 h, whoever boosts it.',
  scope: 'read',
  rule: 'its owner',
  query: pageQuery,
  status: 200,
  answer: z.array(eventOutput),
  handler: async (call) => {
    const events = await homeTimeline(call.caller.accountId, stretchOf(call.query));
    return toPage(events, call, (event) => event.id, toEventJson);
  },
});

export const getAccountTimeline = route({
  method: 'get',
  path: '/accounts/{account_id}/timeline',
  summary: 'What an account published and boosted',
  details: 'Newest first; replies only `with_replies`.',
  scope: 'public',
  rule: 'each item for whoever may see it',
  params: accountIdParams,
  query: z.object({ ...pageFields, with_replies: flag.openapi({ description: 'Replies as well' }) }),
  status: 200,
  answer: z.array(eventOutput),
  handler: async (call) => {
    const events = await accountTimeline(call.params.account_id, call.viewer, {
      withReplies: call.query.with_replies,
      page: stretchOf(call.query),
    });
    return toPage(events, call, (event) => event.id, toEventJson);
  },
});

export const getPublicTimeline = route({
  method: 'get',
  path: '/timelines/public',
  summary: 'What everybody published for anybody; with `local` on this server alone',
  details: 'Newest first.',
  scope: 'public',
  rule: 'public items of accounts with no block between them and the viewer',
  query: z.object({ ...pageFields, local: flag.openapi({ description: 'Of accounts of this server only' }) }),
  status: 200,
  answer: z.array(eventOutput),
  handler: async (call) => {
    const { local } = call.query;
    const events = await publicTimeline(call.viewer, { local, page: stretchOf(call.query) });
    return toPage(events, call, (event) => event.id, toEventJson);
  },
});
