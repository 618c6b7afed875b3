/** Checks that the secret file decrypts the keys in the database and that nobody else can read it. */
import { statSync } from 'node:fs';
import { secretFile } from '../../../lib/secrets.ts';
import { secretRemedy, testSecret } from '../../accounts/secret.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkSecret(): Promise<CheckResult> {
  const { isUsed, problem: found } = await testSecret();
  if (!isUsed) return ok('secret', 'not needed before the first start');
  if (found) return problem('secret', found, secretRemedy);
  return statSync(secretFile).mode & 0o077
    ? problem('secret', `other users of this machine can read ${secretFile}`, `run "chmod 600 ${secretFile}"`)
    : ok('secret', `${secretFile} decrypts the keys`);
}
