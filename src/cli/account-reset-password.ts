/** Sets and prints a new password for a local account. */
import { getMember, resetPassword } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    const { password, passkeys } = await resetPassword(id);
    print(password);
    if (passkeys.length > 0) print(`passkeys removed: ${passkeys.length}`);
    return { id, name: username, password, passkeysRemoved: passkeys.length };
  });
