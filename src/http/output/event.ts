/** A timeline event as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { KeptEvent } from '../../domain/kept-events.ts';
import type { TimelineEvent } from '../../domain/timelines.ts';
import { id } from '../ids.ts';
import { Json } from '../json.ts';
import { exampleOf, shape } from '../shape.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { eventableType } from './eventable-type.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

export const eventOutput = shape(
  'event_output',
  z.object({
    id,
    type: eventableType,
    action: z.enum(['create', 'boost', 'reply']),
    created_at: timestamp,
    account: accountOutput,
    object: shortEventableOutput,
  }),
  {
    ...{ id: 819051724800000, type: 'recipe', action: 'create', created_at: '2026-05-03T09:30:00.000Z' },
    account: exampleOf(accountOutput),
    object: exampleOf(shortEventableOutput),
  },
);
type EventOutput = z.output<typeof eventOutput>;

/** An event in JSON. */
export const toEventJson = ({ kept, object }: TimelineEvent): Json => {
  const { liked, boosted, recipeId } = object;
  return new Json(`${opened(kept)},"liked":${liked},"boosted":${boosted},"recipe_id":${recipeId}}}`);
};

const texts = new WeakMap<KeptEvent, string>();

/** All but what is the viewer's own, which comes last: that is written once for everybody. */
function opened(kept: KeptEvent): string {
  const known = texts.get(kept);
  if (known !== undefined) return known;

  const { object, ...event } = toEventOutput(kept);
  const { liked: _, boosted: __, recipe_id: ___, ...item } = object;
  const text = JSON.stringify({ ...event, object: item }).slice(0, -2);
  texts.set(kept, text);
  return text;
}

function toEventOutput(event: KeptEvent): EventOutput {
  return {
    id: event.id,
    type: event.object.type,
    action: event.action,
    created_at: event.createdAt.toISOString(),
    account: toAccountOutput(event.account),
    object: toShortEventable(event.object),
  };
}
