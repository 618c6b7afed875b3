/** Suspends an account of this server. */
import { getMember, suspend } from '../domain/accounts/members.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = ({ args: [name = ''], say }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    const suspendedAt = await suspend(id);
    say(`${username} is suspended since ${suspendedAt.toISOString()}`);
    return { id, name: username, suspendedAt };
  });
