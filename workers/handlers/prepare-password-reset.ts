/** Sends the links to reset a password to the members that a request names. */
import { preparePasswordReset as prepare } from '../../src/domain/access/password-reset.ts';
import type { Handlers } from '../handler.ts';

export const preparePasswordReset: Handlers['prepare-password-reset'] = async ({ mailId }) => {
  await prepare(mailId);
  return 'done';
};
