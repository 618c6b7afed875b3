/** Sends the `Delete` of a local actor and then erases its content. */
import { eraseAccountContent } from '../../src/domain/accounts/delete.ts';
import { send } from '../../src/federation/deliver/send.ts';
import type { Handlers } from '../handler.ts';

export const eraseAccount: Handlers['erase-account'] = async ({ accountId, factId }) => {
  await send({ fact: 'account.deleted', id: factId, accountId });
  await eraseAccountContent(accountId);
  return 'done';
};
