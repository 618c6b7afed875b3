/** Creates the first administrator with the one-time token that the first start printed. */
import { reader } from '../../lib/language/reader.ts';
import type { Account } from '../accounts/account.ts';
import { checkPassword, hashPassword } from '../accounts/password.ts';
import { createMemberAccount } from '../accounts/register.ts';
import { checkUsername } from '../accounts/username.ts';
import { type InstanceSettings, setInstanceProfile } from '../instance/profile.ts';
import { checkSetupToken, consumeSetupToken } from '../instance/setup-token.ts';

/**
 * Creates the account and stores the instance profile in one transaction. Throws forbidden for a wrong or used token,
 * and validation_failed on `name` and `password`.
 */
export async function completeSetup(
  token: string,
  { name: username, password }: { name: string; password: string },
  instance: Partial<InstanceSettings> = {},
): Promise<Account> {
  await checkSetupToken(token);
  checkUsername(username);
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return createMemberAccount({ username, admin: true, language: reader().language }, async (tx) => {
    await consumeSetupToken(tx, token);
    await setInstanceProfile(tx, instance);
    return passwordHash;
  });
}
