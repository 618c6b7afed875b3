/** Fetches the local followers of a remote account from its server and repairs differences (FEP-8fcf). */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { membersFollowing, repairFollowers } from '../../src/domain/interactions/follower-digests.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { newBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { readLocalFollowers } from '../../src/federation/resolve/local-followers.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';

export const synchroniseFollowers: Handlers['synchronise-followers'] = async ({ accountId, url }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || account.deletedAt || account.suspendedAt) return 'done';
  return withHostPermit(url, () => synchronise(accountId, url));
};

/** Failures are ignored: the next activity carries the digest again. */
async function synchronise(accountId: number, url: string): Promise<Outcome> {
  try {
    // The local list is read first, so that a follow made during the fetch does not count as missing.
    const localFollowers = await membersFollowing(accountId);
    await repairFollowers(accountId, localFollowers, await readLocalFollowers(url, newBudget()));
  } catch (error) {
    if (failureOf(error) === null) throw error;
  }
  return 'done';
}
