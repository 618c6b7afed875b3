/** Ends the limit of an account. */

import { undoAll } from '../domain/moderation/decisions.ts';
import { operator } from '../domain/roles/permissions.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { findModerated } from './find-moderated.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await undoAll(operator, account.id, 'limit');
    print(`${account.name} is no longer limited`);
    return account;
  });
