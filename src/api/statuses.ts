/** Routes on statuses. */
import { z } from '@hono/zod-openapi';
import type { Status } from '../domain/items/eventable.ts';
import { getOfType, getResponseVersion, listOwn, type WithQuote, withQuote, withQuotes } from '../domain/items/read.ts';
import { createStatus, deleteStatus, updateStatus } from '../domain/statuses/statuses.ts';
import { newStatus, statusChanges } from '../http/input/status.ts';
import { id, idParams, pageQuery, toListPage, toPage } from '../http/pagination.ts';
import { type Route, route, toVersioned } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { commonExample, commonFields, quoteField, toCommon, toQuoteOutput } from './output.ts';

// Serialises statuses

export const statusOutput = namedSchema(
  'status_output',
  z.object({
    ...commonFields,
    content: z.string(),
    content_html: z.string(),
    sensitive: z.boolean(),
    spoiler_text: z.string(),
    in_reply_to_type: z
      .string()
      .openapi({ description: 'Type of the item that this is a reply to. Empty if it is not a reply.' }),
    in_reply_to_id: id.nullable(),
    quote_uri: z.string().nullable().openapi({ description: 'The item that it quotes' }),
    quote: quoteField,
  }),
  {
    ...commonExample('status', 14),
    content: 'The dough slept for two days. #pizza',
    content_html:
      '<p>The dough slept for two days. <a href="https://cook.example/tags/pizza" class="hashtag">#pizza</a></p>',
    sensitive: false,
    spoiler_text: '',
    in_reply_to_type: 'recipe',
    in_reply_to_id: 9,
    quote_uri: null,
    quote: null,
  },
);
type StatusOutput = z.output<typeof statusOutput>;

export function toStatusOutput(status: WithQuote<Status>): StatusOutput {
  return {
    ...toCommon(status),
    content: status.content,
    content_html: status.contentHtml,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    in_reply_to_type: status.inReplyToType ?? '',
    in_reply_to_id: status.inReplyToId,
    quote_uri: status.quoteIri,
    quote: toQuoteOutput(status.quote),
  };
}

// Creates, reads, updates and deletes statuses

export const statuses: Route[] = [
  route({
    method: 'get',
    path: '/statuses',
    summary: 'List the caller’s statuses, newest first',
    scope: 'read',
    rule: 'the author',
    query: pageQuery,
    response: z.array(statusOutput),
    handler: async (call) => {
      const own = await listOwn('status', call.caller.accountId, toListPage(call.query));
      const statuses = await withQuotes(own, call.viewer);
      return toPage(statuses, call, (status) => status.id, toStatusOutput);
    },
  }),
  route({
    method: 'post',
    path: '/statuses',
    summary: 'Create a status',
    details:
      'Needs text or at least one picture. Accounts mentioned as `@name@host` are notified. Unknown ones are ' +
      'looked up on their servers first. A `direct` post is refused if nobody whom it mentions can be found; ' +
      'if that shows later, its author gets a notification of type `undelivered`. Only mentioned accounts and ' +
      'the author see a `direct` status. The caller must be able to see the item that is replied to. With ' +
      '`quote_id` or `quote_uri` the status quotes a public or unlisted item, if its author allows it: a local ' +
      'author by `quote_policy`, a remote author by an answer that arrives later.',
    scope: 'write',
    rule: 'any account',
    body: newStatus,
    response: statusOutput,
    create: ({ caller, body }, beforeCommit) => createStatus(caller.accountId, body, beforeCommit),
    handler: async ({ viewer }, id) => toStatusOutput(await withQuote(await getOfType('status', id, viewer), viewer)),
  }),
  route({
    method: 'get',
    path: '/statuses/{id}',
    summary: 'Get a status',
    scope: 'public',
    rule: 'anyone who may see the status',
    params: idParams,
    response: statusOutput,
    readVersion: ({ params, viewer }) => getResponseVersion('status', params.id, viewer),
    handler: async ({ params, viewer }) =>
      toVersioned(await withQuote(await getOfType('status', params.id, viewer), viewer), toStatusOutput),
  }),
  route({
    method: 'patch',
    path: '/statuses/{id}',
    summary: 'Update a status',
    details: 'Absent keys stay unchanged. A status without text must keep at least one picture.',
    scope: 'write',
    rule: 'the status’s author',
    params: idParams,
    body: statusChanges,
    handler: ({ caller, params, body }) => updateStatus(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/statuses/{id}',
    summary: 'Delete a status permanently',
    scope: 'write',
    rule: 'the status’s author',
    params: idParams,
    handler: ({ caller, params }) => deleteStatus(caller.accountId, params.id),
  }),
];
