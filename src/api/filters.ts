/** Routes on filters. */
import { z } from '@hono/zod-openapi';
import { filterContexts } from '../db/vocabulary.ts';
import {
  createFilter,
  deleteFilter,
  type Filter,
  getFilter,
  listFilters,
  updateFilter,
} from '../domain/filters/filters.ts';
import { maxFilters } from '../domain/filters/limits.ts';
import { filterChanges, newFilter } from '../http/input/account.ts';
import { id, idParams } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { timestamp } from './output.ts';

// Serialises filters

const filterOutput = namedSchema(
  'filter_output',
  z.object({
    id,
    title: z.string(),
    contexts: z.array(z.enum(filterContexts)),
    action: z.enum(['warn', 'hide']),
    keywords: z.array(z.object({ phrase: z.string(), whole_word: z.boolean() })),
    expires_at: timestamp.nullable().openapi({ description: 'Null if it does not expire' }),
  }),
  {
    id: 3,
    title: 'Fish',
    contexts: ['home' as const, 'public' as const],
    action: 'hide' as const,
    keywords: [{ phrase: 'anchovies', whole_word: true }],
    expires_at: null,
  },
);

const toFilterOutput = ({
  id,
  title,
  contexts,
  action,
  keywords,
  expiresAt,
}: Filter): z.output<typeof filterOutput> => ({
  id,
  title,
  contexts,
  action,
  keywords: keywords.map(({ phrase, wholeWord }) => ({ phrase, whole_word: wholeWord })),
  expires_at: expiresAt?.toISOString() ?? null,
});

// Creates, reads, updates and deletes the caller's filters

const rule = 'the owner. For everyone else it does not exist';

export const filters: Route[] = [
  route({
    method: 'get',
    path: '/filters',
    summary: `List the caller’s filters, oldest first. At most ${maxFilters}.`,
    details:
      'A filter applies to items of others in lists of its contexts. Case does not matter. An item that is ' +
      'requested by its id is shown, and own items are never filtered. Nobody else learns of a filter.',
    scope: 'account:read',
    rule: 'the owner',
    response: z.array(filterOutput),
    handler: async ({ caller }) => (await listFilters(caller.accountId)).map(toFilterOutput),
  }),
  route({
    method: 'post',
    path: '/filters',
    summary: 'Create a filter',
    details:
      'It matches an item if one of its phrases occurs in the name, text, content warning, tags, ingredients, ' +
      'steps or alt texts, or in those of the quoted item or the cooked recipe. A matching notification that ' +
      'is hidden does not count as unread.',
    scope: 'account:write',
    rule: 'any account',
    body: newFilter,
    response: filterOutput,
    create: ({ caller, body }, beforeCommit) => createFilter(caller.accountId, body, beforeCommit),
    handler: async ({ caller }, id) => toFilterOutput(await getFilter(caller.accountId, id)),
  }),
  route({
    method: 'get',
    path: '/filters/{id}',
    summary: 'Get a filter',
    scope: 'account:read',
    rule,
    params: idParams,
    response: filterOutput,
    handler: async ({ caller, params }) => toFilterOutput(await getFilter(caller.accountId, params.id)),
  }),
  route({
    method: 'patch',
    path: '/filters/{id}',
    summary: 'Update a filter',
    scope: 'account:write',
    rule,
    params: idParams,
    body: filterChanges,
    handler: ({ caller, params, body }) => updateFilter(caller.accountId, params.id, body),
  }),
  route({
    method: 'delete',
    path: '/filters/{id}',
    summary: 'Delete a filter',
    scope: 'account:write',
    rule,
    params: idParams,
    handler: ({ caller, params }) => deleteFilter(caller.accountId, params.id),
  }),
];
