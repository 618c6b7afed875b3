/** Tells that a profile of ours has changed. */
import { findAccount } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { toUpdateActor } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composeUpdateActor({
  activity,
  accountId,
}: Happened<'UpdateActor'>): Promise<Composed> {
  const author = await findAccount(accountId);
  if (!author?.iri || author.deletedAt) return null;
  return {
    author,
    json: toUpdateActor(activity, author, await getKeyPairs(accountId)),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: author.iri, personally: false },
  };
}
