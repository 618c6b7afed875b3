/** Checks that the secret file decrypts the private keys in the database; with another secret nothing can be signed. */
import { existsSync } from 'node:fs';
import { selectOldestPrivateKey } from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';
import { type Message, textOf, toMessage } from '../../lib/language/text.ts';
import { decrypt, secretFile } from '../../lib/secrets.ts';

/** Thrown at start; the message tells the operator what to do. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
}

export const secretRemedy = (): Message => toMessage('doctor-checks.secret-remedy', { file: secretFile });

/** Throws WrongSecret, so that no second secret is created for a database that already has encrypted keys. */
export async function verifySecret(): Promise<void> {
  const { problem } = await testSecret();
  if (problem) throw new WrongSecret(`${textOf(problem)}: ${textOf(secretRemedy())}`);
}

/** Tries the oldest key. `isUsed` is false while the database holds no encrypted key. */
export async function testSecret(): Promise<{ isUsed: boolean; problem: Message | null }> {
  const [oldest] = await selectOldestPrivateKey(db);
  if (!oldest) return { isUsed: false, problem: null };
  if (!existsSync(secretFile))
    return { isUsed: true, problem: toMessage('doctor-checks.secret-missing', { file: secretFile }) };
  try {
    decrypt(oldest.private_key);
    return { isUsed: true, problem: null };
  } catch {
    return {
      isUsed: true,
      problem: toMessage('doctor-checks.secret-of-other', { file: secretFile }),
    };
  }
}
