/** Ends the rule for a server. */

import { logAdminAction } from '../domain/moderation/admin-log.ts';
import { unblockDomain } from '../domain/moderation/domain-rules.ts';
import { operator } from '../domain/roles/permissions.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [name = ''], print }) => {
  const host = await withDatabase(() =>
    logAdminAction(operator, 'unblock-domain', name, () => unblockDomain(name)),
  );
  print(`${host} is no longer blocked`);
  return { host };
};
