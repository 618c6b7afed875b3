/** Tells followers that an account of ours shows an item first, or no longer. */
import { findAccount } from '../../domain/accounts/account.ts';
import { toAdd, toRemove } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composePin(happened: Happened<'Add'>): Promise<Composed> {
  const { verb, activity, accountId, objectIri } = happened;
  const author = await findAccount(accountId);
  if (!author || author.deletedAt) return null;
  return {
    author,
    json: (verb === 'Add' ? toAdd : toRemove)(activity, author, objectIri),
    objectIri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: null, personally: false },
  };
}
