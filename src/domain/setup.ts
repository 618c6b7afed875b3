/** The first administrator, made with the token that the first start printed, and what they say of the instance. */
import type { Account } from './accounts/account.ts';
import { checkPassword, hashPassword } from './accounts/password.ts';
import { enrol } from './accounts/register.ts';
import { checkUsername } from './accounts/username.ts';
import { checkSetupToken, spendSetupToken } from './instance.ts';
import { type InstanceProfile, setInstanceProfile } from './instance-profile.ts';

/**
 * All of it or nothing, once. Throws forbidden for a token that is wrong or spent, validation_failed on `name` and
 * `password`.
 */
export async function setUp(
  token: string,
  { name: username, password }: { name: string; password: string },
  instance: Partial<InstanceProfile> = {},
): Promise<Account> {
  await checkSetupToken(token);
  checkUsername(username);
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return enrol({ username, admin: true }, async (tx) => {
    await spendSetupToken(tx, token);
    await setInstanceProfile(tx, instance);
    return passwordHash;
  });
}
