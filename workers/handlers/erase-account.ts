/** Tells other servers that an account of ours has left, then takes away all it left. */
import { erase } from '../../src/domain/accounts/leave.ts';
import { send } from '../../src/federation/send.ts';
import type { Handlers } from '../handler.ts';

export const eraseAccount: Handlers['erase-account'] = async ({ accountId, activity }) => {
  await send({ verb: 'DeleteActor', activity, accountId });
  await erase(accountId);
  return 'done';
};
