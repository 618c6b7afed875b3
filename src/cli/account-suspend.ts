/** Suspends a local account. */
import { getMember, suspend } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    const suspendedAt = await suspend(id);
    print(`${username} has been suspended since ${suspendedAt.toISOString()}`);
    return { id, name: username, suspendedAt };
  });
