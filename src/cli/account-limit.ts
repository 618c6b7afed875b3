/** Limits an account: only its followers see it in public lists. */

import { decide } from '../domain/moderation/decisions.ts';
import { operator } from '../domain/roles/permissions.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { findModerated } from './find-moderated.ts';

export const run: CommandHandler = ({ args: [name = ''], print }) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await decide(operator, { accountId: account.id, action: 'limit' });
    print(`${account.name} is limited`);
    return account;
  });
