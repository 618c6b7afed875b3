/** Takes away what an account of another server left here, once it is gone. */
import { erase } from '../../src/domain/accounts/leave.ts';
import type { Handlers } from '../handler.ts';

export const forgetAccount: Handlers['forget-account'] = async ({ accountId }) => {
  await erase(accountId);
  return 'done';
};
