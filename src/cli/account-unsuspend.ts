/** Lifts the suspension of an account. */
import { unsuspend } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { findModerated } from './find-moderated.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await unsuspend(account.id);
    print(`${account.name} is no longer suspended`);
    return account;
  });
