/** Tells an account elsewhere that one of ours blocks it, or does no longer. */
import { findAccount } from '../../domain/accounts/account.ts';
import { toBlock, toUndoBlock } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composeBlock(happened: Happened<'Block'>): Promise<Composed> {
  const { verb, activity, accountId, targetId, blockIri } = happened;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  return {
    author,
    json:
      verb === 'Block'
        ? toBlock(activity, author, target.iri)
        : toUndoBlock(activity, author, blockIri, target.iri),
    objectIri: blockIri,
    isPublic: false,
    recipients: { toFollowers: false, addressedIds: [targetId], formerly: null, personally: true },
  };
}
