/** Erases the content of an account that no longer exists. */
import { eraseAccountContent } from '../../src/domain/accounts/delete.ts';
import type { Handlers } from '../handler.ts';
import { inSlices } from '../slices.ts';

export const purgeRemoteAccount: Handlers['purge-remote-account'] = ({ accountId }) =>
  inSlices((until) => eraseAccountContent(accountId, until));
