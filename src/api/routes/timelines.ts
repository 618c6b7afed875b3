/** Reads the home, account and public timelines. */
import { z } from '@hono/zod-openapi';
import { accountTimeline, homeTimeline, publicTimeline } from '../../domain/timelines/timelines.ts';
import { accountIdParams } from '../../http/ids.ts';
import { booleanQuery } from '../../http/input/boolean-query.ts';
import { pageFields, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toEventPage } from '../filtered-page.ts';
import { eventOutput } from '../output/event.ts';

export const getTimeline = route({
  method: 'get',
  path: '/timeline',
  summary: 'Get the home timeline',
  details:
    'Contains what followed accounts published and boosted, at most 800 events. Ids grow with time, so polling with the last id as `min_id` misses nothing. The newest 20 events of a newly followed account are added at their own time, below newer ones. The same item appears at most once in 72 h, apart from a reply that is boosted.',
  scope: 'read',
  rule: 'the account’s owner',
  query: z.object({
    ...pageFields,
    with_replies: booleanQuery.openapi({ description: 'Include replies of followed accounts to each other' }),
  }),
  status: 200,
  response: z.array(eventOutput),
  handler: async (call) => {
    const { with_replies: withReplies } = call.query;
    const events = await homeTimeline(call.caller.accountId, toListPage(call.query), { withReplies });
    return toEventPage(events, call, 'home');
  },
});

export const getAccountTimeline = route({
  method: 'get',
  path: '/accounts/{account_id}/timeline',
  summary: 'Get the timeline of an account',
  details:
    'What the account published and boosted, newest first. Replies are only included with `with_replies`.',
  scope: 'public',
  rule: 'anyone. Only items the viewer may see are listed',
  params: accountIdParams,
  query: z.object({ ...pageFields, with_replies: booleanQuery.openapi({ description: 'Include replies' }) }),
  status: 200,
  response: z.array(eventOutput),
  handler: async (call) => {
    const events = await accountTimeline(call.params.account_id, call.viewer, {
      withReplies: call.query.with_replies,
      page: toListPage(call.query),
    });
    return toEventPage(events, call, 'account');
  },
});

export const getPublicTimeline = route({
  method: 'get',
  path: '/timelines/public',
  summary: 'Get the public timeline',
  details: 'All public items that this server knows, newest first.',
  scope: 'public',
  rule: 'anyone. Items of accounts that block the viewer, or are blocked, are left out',
  query: z.object({
    ...pageFields,
    local: booleanQuery.openapi({ description: 'Only items of local accounts' }),
  }),
  status: 200,
  response: z.array(eventOutput),
  handler: async (call) => {
    const { local } = call.query;
    const events = await publicTimeline(call.viewer, { local, page: toListPage(call.query) });
    return toEventPage(events, call, 'public');
  },
});
