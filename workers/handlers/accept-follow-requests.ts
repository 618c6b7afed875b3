/** Accepts all pending follow requests of an account that is no longer locked. */
import { authorizeAll } from '../../src/domain/interactions/follow-request.ts';
import type { Handlers } from '../handler.ts';

export const acceptFollowRequests: Handlers['accept-follow-requests'] = async ({ accountId }) => {
  await authorizeAll(accountId);
  return 'done';
};
