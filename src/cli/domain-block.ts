/** Makes a rule for a server and its subdomains: blocks it, unless another severity is named. */

import { logAdminAction } from '../domain/moderation/admin-log.ts';
import { blockDomain, severities } from '../domain/moderation/domain-rules.ts';
import { operator } from '../domain/roles/permissions.ts';
import { invalid } from '../lib/errors.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [host = ''], options, print }) => {
  const severity = severities.find((each) => each === (options.severity ?? 'suspend'));
  if (!severity) throw invalid('severity', `must be one of ${severities.join(', ')}`);
  const rule = {
    severity,
    rejectMedia: options['reject-media'] ?? false,
    rejectReports: options['reject-reports'] ?? false,
    privateComment: options.comment ?? '',
  };
  const block = await withDatabase(() =>
    logAdminAction(
      operator,
      'block-domain',
      `${host}, ${severity}`,
      () => blockDomain(host, rule),
      rule.privateComment,
    ),
  );
  const state = { suspend: 'blocked', silence: 'limited', noop: 'under a rule' }[severity];
  print(`${block.host} and its subdomains are ${state}`);
  return block;
};
