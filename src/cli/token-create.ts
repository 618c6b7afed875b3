/** Creates an access token for the API. */

import { createToken } from '../domain/access/tokens.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { UsageError } from './errors.ts';

export const run: CommandHandler = ({ options, print }) => {
  const { account, scope } = options;
  if (account === undefined) throw new UsageError('--account is missing');
  if (scope === undefined) throw new UsageError('--scope is missing');
  const scopes = scope.split(/[\s,]+/).filter(Boolean);

  return withDatabase(async () => {
    const { id, name } = await getActiveMember(account);
    const token = await createToken({ accountId: id, scopes, name: 'command line' });
    print(token);
    return { token, account: name, scopes };
  });
};
