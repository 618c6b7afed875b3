/** Has an account follow `name@host`, once that one is known. */
import { findAccount } from '../../src/domain/accounts/account.ts';
import { lookUpAccount } from '../../src/domain/accounts/look-up.ts';
import { follow } from '../../src/domain/follows.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { DomainError } from '../../src/lib/errors.ts';
import type { Handlers } from '../handler.ts';
import { tryLater } from '../try-later.ts';

export const followAddress: Handlers['follow-address'] = async (wanted) => {
  const follower = await findAccount(wanted.accountId);
  if (!follower || follower.deletedAt || follower.suspendedAt) return 'done';
  try {
    const account = await lookUpAccount(wanted.address);
    if (account.host !== '' && account.state === 'unknown') await tryLater(jobs.followAddress, wanted);
    else await follow(follower.id, account.id);
  } catch (error) {
    // Nobody of that name, a block between the two, or the account itself.
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  }
  return 'done';
};
