/** Moves an account of this server to one elsewhere that names it among its aliases. */

import { getActiveMember } from '../domain/accounts/members.ts';
import { moveAway } from '../domain/accounts/move.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = ({ args: [name = '', address = ''], say }) =>
  withDatabase(async () => {
    const { id, name: username } = await getActiveMember(name);
    await moveAway(id, address);
    say(`${username} has moved to ${address}; its followers are asked to follow it there`);
    return { id, name: username, movedTo: address };
  });
