/** Lists what moderators decided about the caller, and takes appeals. */
import { z } from '@hono/zod-openapi';
import { appeal } from '../../domain/moderation/appeals.ts';
import { listDecisions, maxDecisions } from '../../domain/moderation/decisions.ts';
import { idParams } from '../../http/ids.ts';
import { newAppeal } from '../../http/input/appeal.ts';
import { type Route, route } from '../../http/route.ts';
import { decisionOutput, toDecisionOutput } from '../output/moderation-decision.ts';

export const moderationDecisions: Route[] = [
  route({
    method: 'get',
    path: '/moderation_decisions',
    summary: `List what moderators decided about the caller, newest first. At most ${maxDecisions}.`,
    details:
      'Moderators stay anonymous. A suspended account has no API: it reads them on the server’s pages.',
    scope: 'account:read',
    rule: 'the account that they are about',
    status: 200,
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
    status: 204,
    response: null,
    handler: ({ caller, params, body }) => appeal(caller.accountId, params.id, body.text),
  }),
];
