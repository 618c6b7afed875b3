/** The first administrator, made with the token that the first start printed. */
import { DomainError, invalid } from '../lib/errors.ts';
import type { Account } from './accounts/account.ts';
import { register } from './accounts/register.ts';
import { isSetupToken, spendSetupToken } from './instance.ts';

const shortest = 10;

/** Throws forbidden for a token that is wrong or spent, validation_failed on `name` and `password`. */
export async function setUp(token: string, who: { name: string; password: string }): Promise<Account> {
  if (!(await isSetupToken(token))) {
    throw new DomainError(
      'forbidden',
      'This link was used or is not the latest: a restart prints a new one.',
    );
  }
  if (who.password.length < shortest) throw invalid('password', `must have at least ${shortest} characters`);
  const account = await register({ username: who.name, password: who.password, admin: true });
  await spendSetupToken();
  return account;
}
