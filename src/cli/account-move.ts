/** Moves a local account to an account on another server that lists it as an alias. */

import { moveAway } from '../domain/migration/move.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = '', address = ''], print }) =>
  withDatabase(async () => {
    const { id, name: username } = await getActiveMember(name);
    await moveAway(id, address);
    print(`${username} has moved to ${address}; its followers are asked to follow the new account`);
    return { id, name: username, movedTo: address };
  });
