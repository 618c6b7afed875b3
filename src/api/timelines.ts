/** Routes on timelines. */
import { z } from '@hono/zod-openapi';
import type { FilterContext } from '../db/vocabulary.ts';
import type { Viewer } from '../domain/accounts/account.ts';
import { applyFilters, type FilterableItem, type FilterMatch, type FilterResults } from '../domain/filters/filters.ts';
import type { Eventable } from '../domain/items/eventable.ts';
import type { WithQuote } from '../domain/items/read.ts';
import { getTagName } from '../domain/tags/tags.ts';
import {
  accountTimeline,
  type CachedEvent,
  homeTimeline,
  publicTimeline,
  type TimelineEvent,
  tagTimeline,
} from '../domain/timelines/timelines.ts';
import { booleanQuery, tagParams } from '../http/input/fields.ts';
import {
  accountIdParams,
  id,
  type PagedResponse,
  type PageQuery,
  pageFields,
  pageQuery,
  type RankedQuery,
  RawJson,
  toListPage,
  toPage,
  toRankedPage,
} from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { eventableType, namedSchema, schemaExample } from '../http/schema.ts';
import { cookedOutputs, toCookedOutput } from './cooked.ts';
import {
  accountOutput,
  quoteField,
  shortEventableOutput,
  timestamp,
  toAccountOutput,
  toFiltered,
  toFilterResults,
  toQuoteOutput,
  toShortEventable,
} from './output.ts';
import { recipeOutput, toRecipeOutput } from './recipes.ts';
import { statusOutput, toStatusOutput } from './statuses.ts';

// Serialises items of any type in full, each with its `type`

export const typedItemOutput = z.union([
  recipeOutput.extend({ type: z.literal('recipe') }),
  cookedOutputs.preparation.extend({ type: z.literal('preparation') }),
  cookedOutputs.baking.extend({ type: z.literal('baking') }),
  statusOutput.extend({ type: z.literal('status') }),
]);

export function toTypedItem(item: WithQuote<Eventable>): z.output<typeof typedItemOutput> {
  switch (item.type) {
    case 'recipe':
      return { type: item.type, ...toRecipeOutput(item) };
    case 'status':
      return { type: item.type, ...toStatusOutput(item) };
    case 'preparation':
    case 'baking':
      return { type: item.type, ...toCookedOutput(item) };
  }
}

// Serialises timeline events

const timelineItemOutput = namedSchema('timeline_item_output', shortEventableOutput.extend({ quote: quoteField }), {
  ...schemaExample(shortEventableOutput),
  quote: null,
});

const eventOutput = namedSchema(
  'event_output',
  z.object({
    id,
    type: eventableType,
    action: z.enum(['create', 'boost', 'reply']),
    created_at: timestamp,
    account: accountOutput,
    object: timelineItemOutput,
  }),
  {
    id: 819051724800000,
    type: 'recipe',
    action: 'create',
    created_at: '2026-05-03T09:30:00.000Z',
    account: schemaExample(accountOutput),
    object: schemaExample(timelineItemOutput),
  },
);

/** Appends the viewer's own fields to the JSON prefix that all viewers share. */
const toEventJson = ({ cached, object }: TimelineEvent, matches: FilterMatch[]): RawJson => {
  const { liked, boosted, recipeId, inReplyToId, quote } = object;
  const own = { liked, boosted, recipe_id: recipeId, in_reply_to_id: inReplyToId, quote: toQuoteOutput(quote) };
  const filtered = matches.length > 0 ? `,"filtered":${JSON.stringify(toFilterResults(matches))}` : '';
  return new RawJson(`${sharedPrefix(cached)},${JSON.stringify(own).slice(1, -1)}${filtered}}}`);
};

const prefixes = new WeakMap<CachedEvent, string>();

/** Serialises each cached event once, without the fields that depend on the viewer and without the closing braces. */
function sharedPrefix(cached: CachedEvent): string {
  const known = prefixes.get(cached);
  if (known !== undefined) return known;

  const { object, ...event } = toEventOutput(cached);
  const { liked: _, boosted: __, recipe_id: ___, in_reply_to_id: ____, ...item } = object;
  const text = JSON.stringify({ ...event, object: item }).slice(0, -2);
  prefixes.set(cached, text);
  return text;
}

function toEventOutput(event: CachedEvent) {
  return {
    id: event.id,
    type: event.object.type,
    action: event.action,
    created_at: event.createdAt.toISOString(),
    account: toAccountOutput(event.account),
    object: toShortEventable(event.object),
  };
}

// Builds lists of items for a viewer with filters: hidden items are left out, and others name the filters that match

interface ListCall<Query> {
  viewer: Viewer;
  query: Query;
  url: string;
}

type Row = { id: number };
type ItemHolder = Row & { object: FilterableItem | null };
type Holding = { object: object | null };

const idOf = ({ id }: Row) => id;

export async function filteredItems<Item extends FilterableItem, Output extends object>(
  items: Item[],
  viewer: Viewer,
  context: FilterContext,
  toOutput: (item: Item) => Output,
): Promise<Output[]> {
  const results = await applyFilters(items, viewer, context);
  return results.shown(items).map(withResults(results, toOutput));
}

/** A page of items. */
export async function toFilteredPage<Item extends FilterableItem, Output extends object>(
  items: Item[],
  call: ListCall<PageQuery>,
  context: FilterContext,
  toOutput: (item: Item) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(items, call.viewer, context);
  return toPage(items, call, idOf, withResults(results, toOutput), (item) => !results.hides(item));
}

/** A page of a ranked list of items of strangers. */
export async function toFilteredRankedPage<Item extends FilterableItem, Output extends object>(
  items: Item[],
  call: ListCall<RankedQuery>,
  toOutput: (item: Item) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(items, call.viewer, 'public');
  return toRankedPage(items, call, withResults(results, toOutput), (item) => !results.hides(item));
}

/** A page of rows that hold an item as `object`. */
export async function toFilteredHolderPage<Holder extends ItemHolder, Output extends Holding>(
  rows: Holder[],
  call: ListCall<PageQuery>,
  context: FilterContext,
  toOutput: (row: Holder) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(objectsOf(rows), call.viewer, context);
  const toItem = (row: Holder): Output => {
    const output = toOutput(row);
    const filtered = toFiltered(results.of(row.object));
    return { ...output, object: output.object && { ...output.object, ...filtered } };
  };
  return toPage(rows, call, idOf, toItem, (row) => !results.hides(row.object));
}

/** A page of a timeline. */
async function toEventPage(
  events: TimelineEvent[],
  call: ListCall<PageQuery>,
  context: FilterContext,
): Promise<PagedResponse<RawJson>> {
  const results = await applyFilters(objectsOf(events), call.viewer, context);
  const toItem = (event: TimelineEvent) => toEventJson(event, results.of(event.object));
  return toPage(events, call, idOf, toItem, ({ object }) => !results.hides(object));
}

const objectsOf = (rows: { object: FilterableItem | null }[]) => rows.map(({ object }) => object);

const withResults =
  <Item extends FilterableItem, Output extends object>(results: FilterResults, toOutput: (item: Item) => Output) =>
  (item: Item): Output => ({ ...toOutput(item), ...toFiltered(results.of(item)) });

// Reads the home timeline, and those of accounts, of hashtags and of the public

export const timelines: Route[] = [
  route({
    method: 'get',
    path: '/timeline',
    summary: 'Get the home timeline',
    details:
      'Contains what followed accounts published and boosted, at most 800 events. Ids grow with time, so ' +
      'polling with the last id as `min_id` misses nothing. The newest 20 events of a newly followed account ' +
      'are added at their own time, below newer ones. The same item appears at most once in 72 h, apart from a ' +
      'reply that is boosted.',
    scope: 'read',
    rule: 'the account’s owner',
    query: z.object({
      ...pageFields,
      with_replies: booleanQuery.openapi({ description: 'Include replies of followed accounts to each other' }),
    }),
    response: z.array(eventOutput),
    handler: async (call) => {
      const { with_replies: withReplies } = call.query;
      const events = await homeTimeline(call.caller.accountId, toListPage(call.query), { withReplies });
      return toEventPage(events, call, 'home');
    },
  }),
  route({
    method: 'get',
    path: '/accounts/{account_id}/timeline',
    summary: 'Get the timeline of an account',
    details: 'What the account published and boosted, newest first. Replies are only included with `with_replies`.',
    scope: 'public',
    rule: 'anyone. Only items the viewer may see are listed',
    params: accountIdParams,
    query: z.object({ ...pageFields, with_replies: booleanQuery.openapi({ description: 'Include replies' }) }),
    response: z.array(eventOutput),
    handler: async (call) => {
      const events = await accountTimeline(call.params.account_id, call.viewer, {
        withReplies: call.query.with_replies,
        page: toListPage(call.query),
      });
      return toEventPage(events, call, 'account');
    },
  }),
  route({
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
    response: z.array(eventOutput),
    handler: async (call) => {
      const { local } = call.query;
      const events = await publicTimeline(call.viewer, { local, page: toListPage(call.query) });
      return toEventPage(events, call, 'public');
    },
  }),
  route({
    method: 'get',
    path: '/timelines/tag/{tag}',
    summary: 'Get the timeline of a hashtag',
    details:
      'All public items that this server knows with the hashtag, among their tags or in their text, newest ' +
      'first. Case does not matter: `Pizza` and `#pizza` are the same hashtag.',
    scope: 'public',
    rule: 'anyone. Items of accounts that block the viewer, or are blocked, are left out',
    params: tagParams,
    query: pageQuery,
    response: z.array(eventOutput),
    handler: async (call) => {
      const events = await tagTimeline(getTagName(call.params.tag), call.viewer, toListPage(call.query));
      return toEventPage(events, call, 'public');
    },
  }),
];
