/** Serialises what moderators decided about the caller. */
import { z } from '@hono/zod-openapi';
import { mayAppeal } from '../../domain/moderation/appeals.ts';
import type { Decision } from '../../domain/moderation/decisions.ts';
import { decisionActions } from '../../domain/moderation/effects.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { timestamp } from './timestamp.ts';

const appealOutput = z.object({
  text: z.string(),
  created_at: timestamp,
  answer: z.string().nullable().openapi({ description: 'Null while it is open' }),
  answered_at: timestamp.nullable(),
});

export const decisionOutput = namedSchema(
  'moderation_decision_output',
  z.object({
    id,
    action: z.enum(decisionActions),
    text: z.string().openapi({ description: 'The reason that the moderators gave' }),
    items: z.array(z.string()).openapi({ description: 'The words of the items that it is about' }),
    created_at: timestamp,
    undone_at: timestamp.nullable().openapi({ description: 'Null if it was not undone' }),
    can_appeal: z.boolean(),
    appeal: appealOutput.nullable(),
  }),
  {
    ...{ id: 3, action: 'warn' as const, text: 'Please credit the author.', items: ['My bread'] },
    ...{ created_at: '2026-07-01T12:00:00.000Z', undone_at: null, can_appeal: true, appeal: null },
  },
);

export const toDecisionOutput = (decision: Decision): z.output<typeof decisionOutput> => ({
  ...{ id: decision.id, action: decision.action, text: decision.text },
  items: decision.items.map(({ text }) => text ?? ''),
  created_at: decision.createdAt.toISOString(),
  undone_at: decision.undoneAt?.toISOString() ?? null,
  can_appeal: mayAppeal(decision),
  appeal: decision.appealedAt && {
    text: decision.appeal ?? '',
    created_at: decision.appealedAt.toISOString(),
    answer: decision.appealAnswer,
    answered_at: decision.appealClosedAt?.toISOString() ?? null,
  },
});
