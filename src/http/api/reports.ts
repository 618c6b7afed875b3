/** Reports: tell those who govern the server of an account that breaks its rules. */
import { report } from '../../domain/reports.ts';
import { newReport } from '../input/report.ts';
import { route } from '../route.ts';

export const postReport = route({
  method: 'post',
  path: '/reports',
  summary: 'Report an account, or items of it, to those who govern this server; the account is not told',
  scope: 'write',
  rule: 'anybody, of accounts and items they may see',
  body: newReport,
  fails: ['not_found'],
  status: 204,
  answer: null,
  handler: ({ caller, body }) => report(caller.accountId, body),
});
