/** Follows `name@host` once that account is known. */
import { findAccount } from '../../src/domain/accounts/account.ts';
import { lookUpAccount } from '../../src/domain/accounts/lookup.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { hideBoosts } from '../../src/domain/interactions/mute.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { DomainError } from '../../src/lib/errors.ts';
import type { Handlers } from '../handler.ts';
import { retryLater } from '../retry-later.ts';

export const followAddress: Handlers['follow-address'] = async (payload) => {
  const follower = await findAccount(payload.accountId);
  if (!follower || follower.deletedAt || follower.suspendedAt) return 'done';
  try {
    const account = await lookUpAccount(payload.address);
    if (account.host !== '' && account.state === 'unknown') await retryLater(jobs.followAddress, payload);
    else {
      await follow(follower.id, account.id);
      if (payload.hidesBoosts) await hideBoosts(follower.id, account.id);
    }
  } catch (error) {
    // The account does not exist, a block exists, or it is the follower itself.
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  }
  return 'done';
};
