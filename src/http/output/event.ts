/** A timeline event as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { TimelineEvent } from '../../domain/timelines.ts';
import { id } from '../ids.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { eventableType } from './eventable-type.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

export const eventOutput = z
  .object({
    id,
    type: eventableType,
    action: z.enum(['create', 'boost', 'reply']),
    created_at: timestamp,
    account: accountOutput,
    object: shortEventableOutput,
  })
  .openapi('Event');
export type EventOutput = z.output<typeof eventOutput>;

export function toEventOutput(event: TimelineEvent): EventOutput {
  return {
    id: event.id,
    type: event.object.type,
    action: event.action,
    created_at: event.createdAt.toISOString(),
    account: toAccountOutput(event.account),
    object: toShortEventable(event.object),
  };
}
