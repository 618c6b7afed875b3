/** Makes an access token for the API. */
import { getActiveMember } from '../domain/accounts/members.ts';
import { createToken } from '../domain/tokens.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { WrongUsage } from './outcome.ts';

export const run: Run = ({ options, say }) => {
  const { account, scope } = options;
  if (account === undefined) throw new WrongUsage('--account is missing');
  if (scope === undefined) throw new WrongUsage('--scope is missing');
  const scopes = scope.split(/[\s,]+/).filter(Boolean);

  return withDatabase(async () => {
    const { id, name } = await getActiveMember(account);
    const token = await createToken({ accountId: id, scopes, name: 'command line' });
    say(token);
    return { token, account: name, scopes };
  });
};
