/** Enqueues fetches of outdated remote profiles. */
import { refreshStaleAccounts } from '../../src/domain/accounts/refresh.ts';
import type { Handlers } from '../handler.ts';

export const refreshAccounts: Handlers['refresh-accounts'] = async () => {
  await refreshStaleAccounts();
  return 'done';
};
