/** Lifts the suspension of a local account. */
import { getMember, unsuspend } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    await unsuspend(id);
    print(`${username} is no longer suspended`);
    return { id, name: username };
  });
