/** Turns off two-factor authentication for a member who lost the phone and the recovery codes. */
import { turnOffSecondFactor } from '../domain/access/second-factor.ts';
import { getMember } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    await turnOffSecondFactor(id, username);
    print(`${username} logs in with the password alone`);
    return { id, name: username };
  });
