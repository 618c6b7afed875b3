/** Checks that the secret file decrypts the private keys in the database; with another secret nothing can be signed. */
import { existsSync } from 'node:fs';
import { selectOldestPrivateKey } from '../../db/sql/accounts/keys.ts';
import { db } from '../../db/statement.ts';
import { decrypt, secretFile } from '../../lib/secrets.ts';

/** Thrown at start; the message tells the operator what to do. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
}

export const secretRemedy = `copy it to ${secretFile} from the machine that first used this database or from a backup, or set DATA_DIR to the folder that holds it`;

/** Throws WrongSecret, so that no second secret is created for a database that already has encrypted keys. */
export async function verifySecret(): Promise<void> {
  const { problem } = await testSecret();
  if (problem) throw new WrongSecret(`${problem}: ${secretRemedy}`);
}

/** Tries the oldest key. `isUsed` is false while the database holds no encrypted key. */
export async function testSecret(): Promise<{ isUsed: boolean; problem: string | null }> {
  const [oldest] = await selectOldestPrivateKey(db);
  if (!oldest) return { isUsed: false, problem: null };
  if (!existsSync(secretFile))
    return { isUsed: true, problem: `${secretFile} does not exist, and nothing can be signed without it` };
  try {
    decrypt(oldest.private_key);
    return { isUsed: true, problem: null };
  } catch {
    return {
      isUsed: true,
      problem: `${secretFile} is not the secret that encrypted the keys in the database`,
    };
  }
}
