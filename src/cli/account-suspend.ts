/** Suspends a local account, or an account on another server. */
import { suspend } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { findModerated } from './find-moderated.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    const suspendedAt = await suspend(account.id);
    print(`${account.name} has been suspended since ${suspendedAt.toISOString()}`);
    return { ...account, suspendedAt };
  });
