/** Whether the secret is the one that the keys in the database were sealed with. */
import { statSync } from 'node:fs';
import { secretFile } from '../../lib/secrets.ts';
import { trySecret, wayToSecret } from '../accounts/sealed.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkSecret(): Promise<Finding> {
  const { used, wrong } = await trySecret();
  if (!used) return ok('secret', 'nothing is sealed with one before the first start');
  if (wrong) return problem('secret', wrong, wayToSecret);
  return statSync(secretFile).mode & 0o077
    ? problem('secret', `others on this machine can read ${secretFile}`, `run "chmod 600 ${secretFile}"`)
    : ok('secret', `${secretFile} opens the keys`);
}
