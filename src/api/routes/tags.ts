/** Reads, follows and unfollows hashtags, and lists items with a hashtag. */
import { z } from '@hono/zod-openapi';
import { followTag, maxFollowedTags, unfollowTag } from '../../domain/tags/follow.ts';
import { getTag, getTagName, listFollowedTags } from '../../domain/tags/tags.ts';
import { tagTimeline } from '../../domain/timelines/timelines.ts';
import { tagParams } from '../../http/input/tag.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { toEventPage } from '../filtered-page.ts';
import { eventOutput } from '../output/event.ts';
import { tagOutput, toTagOutput } from '../output/tag.ts';

export const getTagTimeline = route({
  method: 'get',
  path: '/timelines/tag/{tag}',
  summary: 'Get the timeline of a hashtag',
  details:
    'All public items that this server knows with the hashtag, among their tags or in their text, newest first. Case does not matter: `Pizza` and `#pizza` are the same hashtag.',
  scope: 'public',
  rule: 'anyone. Items of accounts that block the viewer, or are blocked, are left out',
  params: tagParams,
  query: pageQuery,
  status: 200,
  response: z.array(eventOutput),
  handler: async (call) => {
    const events = await tagTimeline(getTagName(call.params.tag), call.viewer, toListPage(call.query));
    return toEventPage(events, call, 'public');
  },
});

export const tags: Route[] = [
  route({
    method: 'get',
    path: '/tags/{tag}',
    summary: 'Get a hashtag',
    details: 'Every word is a hashtag, also if nothing has it.',
    scope: 'public',
    optionalScope: 'account:read',
    rule: 'anyone',
    params: tagParams,
    status: 200,
    response: tagOutput,
    handler: async ({ params, viewer }) => toTagOutput(await getTag(getTagName(params.tag), viewer)),
  }),
  route({
    method: 'post',
    path: '/tags/{tag}/follow',
    summary: 'Follow a hashtag',
    details: `Public items with the hashtag enter the home timeline from now on, without replies. At most ${maxFollowedTags} hashtags. Repeating the request has no effect.`,
    scope: 'account:write',
    rule: 'any account',
    params: tagParams,
    status: 201,
    response: tagOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params, viewer }) => {
      const tag = getTagName(params.tag);
      await followTag(caller.accountId, tag);
      return toTagOutput(await getTag(tag, viewer));
    },
  }),
  route({
    method: 'delete',
    path: '/tags/{tag}/follow',
    summary: 'Unfollow a hashtag. No effect if it is not followed.',
    details: 'Items that were in the home timeline only because of the hashtag leave it.',
    scope: 'account:write',
    rule: 'the follower',
    params: tagParams,
    status: 204,
    response: null,
    handler: ({ caller, params }) => unfollowTag(caller.accountId, getTagName(params.tag)),
  }),
  route({
    method: 'get',
    path: '/followed_tags',
    summary: `List the hashtags that the caller follows, in alphabetical order. At most ${maxFollowedTags}.`,
    scope: 'account:read',
    rule: 'the account’s owner',
    status: 200,
    response: z.array(tagOutput),
    handler: async ({ caller }) => (await listFollowedTags(caller.accountId)).map(toTagOutput),
  }),
];
