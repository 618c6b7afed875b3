/** Reports accounts that break the rules to the moderators. */
import { createReport } from '../../domain/moderation/reports.ts';
import { newReport } from '../../http/input/report.ts';
import { route } from '../../http/route.ts';

export const postReport = route({
  method: 'post',
  path: '/reports',
  summary: 'Report an account or its items to the moderators. The account is not notified.',
  scope: 'write',
  rule: 'any account, about accounts and items it may see',
  body: newReport,
  errors: ['not_found'],
  status: 204,
  response: null,
  handler: ({ caller, body }) => createReport(caller.accountId, body),
});
