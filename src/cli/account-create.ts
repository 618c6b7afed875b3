/** Creates a local account. */

import { verifySecret } from '../domain/accounts/keys.ts';
import { checkPassword, generatePassword, register } from '../domain/accounts/register.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { readStdin } from './read-input.ts';

export const run: CommandHandler = async ({ args: [username = ''], options, print }) => {
  const chosen = options['password-stdin'] ? (await readStdin()).replace(/\r?\n$/, '') : null;
  if (chosen !== null) checkPassword(chosen);
  const password = chosen ?? generatePassword();

  const { display, admin } = options;
  const { id } = await withDatabase(async () => {
    await verifySecret();
    return register({ username, name: display, password, admin });
  });
  print(`id        ${id}`);
  if (chosen === null) print(`password  ${password}`);
  return { id, name: username, password: chosen === null ? password : null };
};
