/** Routes on reports and decisions of moderators. */
import { z } from '@hono/zod-openapi';
import { decisionActions } from '../db/vocabulary.ts';
import { type Decision, listDecisions, maxDecisions } from '../domain/moderation/decisions.ts';
import { appeal, mayAppeal } from '../domain/moderation/members.ts';
import { createReport } from '../domain/moderation/reports.ts';
import { newAppeal, newReport } from '../http/input/account.ts';
import { id, idParams } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema } from '../http/schema.ts';
import { timestamp } from './output.ts';

// Serialises what moderators decided about the caller

const appealOutput = z.object({
  text: z.string(),
  created_at: timestamp,
  answer: z.string().nullable().openapi({ description: 'Null while it is open' }),
  answered_at: timestamp.nullable(),
});

const decisionOutput = namedSchema(
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
    id: 3,
    action: 'warn' as const,
    text: 'Please credit the author.',
    items: ['My bread'],
    created_at: '2026-07-01T12:00:00.000Z',
    undone_at: null,
    can_appeal: true,
    appeal: null,
  },
);

const toDecisionOutput = (decision: Decision): z.output<typeof decisionOutput> => ({
  id: decision.id,
  action: decision.action,
  text: decision.text,
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

// Reports accounts that break the rules, lists what moderators decided about the caller, and takes appeals

export const moderation: Route[] = [
  route({
    method: 'post',
    path: '/reports',
    summary: 'Report an account or its items to the moderators. The account is not notified.',
    scope: 'write',
    rule: 'any account, about accounts and items it may see',
    body: newReport,
    errors: ['not_found'],
    handler: ({ caller, body }) => createReport(caller.accountId, body),
  }),
  route({
    method: 'get',
    path: '/moderation_decisions',
    summary: `List what moderators decided about the caller, newest first. At most ${maxDecisions}.`,
    details: 'Moderators stay anonymous. A suspended account has no API: it reads them on the server’s pages.',
    scope: 'account:read',
    rule: 'the account that they are about',
    response: z.array(decisionOutput),
    handler: async ({ caller }) =>
      (await listDecisions(caller.accountId, { onlyNotified: true })).map(toDecisionOutput),
  }),
  route({
    method: 'post',
    path: '/moderation_decisions/{id}/appeal',
    summary: 'Appeal against a decision, once and within 60 days',
    scope: 'account:write',
    rule: 'the account that it is about. For everyone else it does not exist',
    params: idParams,
    body: newAppeal,
    errors: ['conflict'],
    handler: ({ caller, params, body }) => appeal(caller.accountId, params.id, body.text),
  }),
];
