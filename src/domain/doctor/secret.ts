/** Whether the secret is the one that the keys in the database were sealed with. */
import { existsSync, statSync } from 'node:fs';
import { secretFile } from '../../lib/secrets.ts';
import { findAccountByHandle } from '../accounts/account.ts';
import { getKeyPairs } from '../accounts/keys.ts';
import { instanceName } from '../accounts/register.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkSecret(): Promise<Finding> {
  const actor = await findAccountByHandle(instanceName);
  if (!actor) return ok('secret', 'nothing is sealed with one before the first start');

  const copy = `copy it from the machine that first started on this database, or from a backup, to ${secretFile}`;
  if (!existsSync(secretFile))
    return problem('secret', `there is no ${secretFile}, and nothing can be signed`, copy);
  try {
    await getKeyPairs(actor.id);
  } catch {
    return problem('secret', `${secretFile} is not the one that the keys were sealed with`, copy);
  }
  return statSync(secretFile).mode & 0o077
    ? problem('secret', `others on this machine can read ${secretFile}`, `run "chmod 600 ${secretFile}"`)
    : ok('secret', `${secretFile} opens the keys`);
}
