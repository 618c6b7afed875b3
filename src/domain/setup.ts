/** The first administrator, made with the token that the first start printed. */
import { DomainError } from '../lib/errors.ts';
import type { Account } from './accounts/account.ts';
import { checkPassword } from './accounts/password.ts';
import { register } from './accounts/register.ts';
import { isSetupToken, spendSetupToken } from './instance.ts';

/** Throws forbidden for a token that is wrong or spent, validation_failed on `name` and `password`. */
export async function setUp(token: string, who: { name: string; password: string }): Promise<Account> {
  if (!(await isSetupToken(token))) {
    throw new DomainError(
      'forbidden',
      'This link was used or is not the latest: a restart prints a new one.',
    );
  }
  checkPassword(who.password);
  const account = await register({ username: who.name, password: who.password, admin: true });
  await spendSetupToken();
  return account;
}
