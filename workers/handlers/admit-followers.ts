/** Lets in everybody who waits to follow an account that asks no more. */
import { authorizeAll } from '../../src/domain/follow-requests.ts';
import type { Handlers } from '../handler.ts';

export const admitFollowers: Handlers['admit-followers'] = async ({ accountId }) => {
  await authorizeAll(accountId);
  return 'done';
};
