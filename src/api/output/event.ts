/** Serialises timeline events. */
import { z } from '@hono/zod-openapi';
import type { FilterMatch } from '../../domain/filters/compiled.ts';
import type { CachedEvent } from '../../domain/timelines/event-cache.ts';
import type { TimelineEvent } from '../../domain/timelines/timelines.ts';
import { eventableType } from '../../http/eventable-schema.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { RawJson } from '../../http/raw-json.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { toFilterResults } from './filtered.ts';
import { quoteField, toQuoteOutput } from './quote.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

const timelineItemOutput = namedSchema(
  'timeline_item_output',
  shortEventableOutput.extend({ quote: quoteField }),
  { ...schemaExample(shortEventableOutput), quote: null },
);

export const eventOutput = namedSchema(
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
    ...{ id: 819051724800000, type: 'recipe', action: 'create', created_at: '2026-05-03T09:30:00.000Z' },
    account: schemaExample(accountOutput),
    object: schemaExample(timelineItemOutput),
  },
);

/** Appends the viewer's own fields to the JSON prefix that all viewers share. */
export const toEventJson = ({ cached, object }: TimelineEvent, matches: FilterMatch[]): RawJson => {
  const { liked, boosted, recipeId, quote } = object;
  const filtered = matches.length > 0 ? `,"filtered":${JSON.stringify(toFilterResults(matches))}` : '';
  return new RawJson(
    `${sharedPrefix(cached)},"liked":${liked},"boosted":${boosted},"recipe_id":${recipeId},"quote":${JSON.stringify(toQuoteOutput(quote))}${filtered}}}`,
  );
};

const prefixes = new WeakMap<CachedEvent, string>();

/** Serialises each cached event once, without the fields that depend on the viewer and without the closing braces. */
function sharedPrefix(cached: CachedEvent): string {
  const known = prefixes.get(cached);
  if (known !== undefined) return known;

  const { object, ...event } = toEventOutput(cached);
  const { liked: _, boosted: __, recipe_id: ___, ...item } = object;
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
