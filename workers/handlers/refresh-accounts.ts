/** Has accounts fetched anew whose profile is old. */
import { refreshStale } from '../../src/domain/accounts/refresh.ts';
import type { Handlers } from '../handler.ts';

export const refreshAccounts: Handlers['refresh-accounts'] = async () => {
  await refreshStale();
  return 'done';
};
