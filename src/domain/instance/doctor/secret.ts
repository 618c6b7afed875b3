/** Checks that the secret file decrypts the keys in the database and that nobody else can read it. */

import { statSync } from 'node:fs';
import { toMessage } from '../../../lib/language/text.ts';
import { secretFile } from '../../../lib/secrets.ts';
import { secretRemedy, testSecret } from '../../accounts/secret.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkSecret(): Promise<CheckResult> {
  const { isUsed, problem: found } = await testSecret();
  if (!isUsed) return ok('secret', toMessage('doctor-checks.secret-not-needed'));
  if (found) return problem('secret', found, secretRemedy());
  return statSync(secretFile).mode & 0o077
    ? problem(
        'secret',
        toMessage('doctor-checks.secret-readable', { file: secretFile }),
        toMessage('doctor-checks.secret-readable-remedy', { file: secretFile }),
      )
    : ok('secret', toMessage('doctor-checks.secret-good', { file: secretFile }));
}
