/** Makes an account of this server. */
import { checkPassword, generatePassword } from '../domain/accounts/password.ts';
import { register } from '../domain/accounts/register.ts';
import { keepSecret } from '../domain/accounts/sealed.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { readStdin } from './read-text.ts';

export const run: Run = async ({ args: [username = ''], options, say }) => {
  const given = options['password-stdin'] ? (await readStdin()).replace(/\r?\n$/, '') : null;
  if (given !== null) checkPassword(given);
  const password = given ?? generatePassword();

  const { display, admin } = options;
  const { id } = await withDatabase(async () => {
    await keepSecret();
    return register({ username, name: display, password, admin });
  });
  say(`id        ${id}`);
  if (given === null) say(`password  ${password}`);
  return { id, name: username, password: given === null ? password : null };
};
