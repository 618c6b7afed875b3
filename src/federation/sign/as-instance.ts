/** Signs our GETs as the instance actor, because some servers refuse unsigned requests. */
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { ensureInstanceActor } from '../../domain/accounts/register.ts';
import type { SignRequest } from '../../lib/fetch/fetch.ts';
import { signCavage } from './cavage.ts';

let instanceId: Promise<number> | undefined;

export const signAsInstance: SignRequest = async (request) => {
  instanceId ??= ensureInstanceActor().then((account) => account.id);
  const accountId = await instanceId.catch((error: unknown) => {
    instanceId = undefined;
    throw error;
  });
  const { rsa } = await getKeyPairs(accountId);
  return signCavage(request, rsa);
};
