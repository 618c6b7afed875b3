/** Gives an account of this server a new password. */
import { getMember, resetPassword } from '../domain/accounts/members.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = ({ args: [name = ''], say }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    const password = await resetPassword(id);
    say(password);
    return { id, name: username, password };
  });
