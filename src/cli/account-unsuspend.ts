/** Shows a suspended account of this server again. */
import { getMember, unsuspend } from '../domain/accounts/members.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = ({ args: [name = ''], say }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    await unsuspend(id);
    say(`${username} is shown again`);
    return { id, name: username };
  });
