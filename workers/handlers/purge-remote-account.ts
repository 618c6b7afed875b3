/** Deletes everything of a remote account that no longer exists. */
import { eraseAccountContent } from '../../src/domain/accounts/delete.ts';
import type { Handlers } from '../handler.ts';

export const purgeRemoteAccount: Handlers['purge-remote-account'] = async ({ accountId }) => {
  await eraseAccountContent(accountId);
  return 'done';
};
