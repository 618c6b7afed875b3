/** Asks an account's server which of our members follow it, and ends the difference. */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { membersFollowing, repairFollowers } from '../../src/domain/follower-digests.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { readOwnFollowers } from '../../src/federation/resolve/followers.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';

export const synchroniseFollowers: Handlers['synchronise-followers'] = async ({ accountId, url }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || account.deletedAt || account.suspendedAt) return 'done';
  return inHostSlot(url, () => synchronise(accountId, url));
};

/** What cannot be read now is told of again with the next activity. */
async function synchronise(accountId: number, url: string): Promise<Outcome> {
  try {
    // Ours first: who is followed while theirs is read is not missing there.
    const ours = await membersFollowing(accountId);
    await repairFollowers(accountId, ours, await readOwnFollowers(url, newBudget()));
  } catch (error) {
    if (failureOf(error) === null) throw error;
  }
  return 'done';
}
