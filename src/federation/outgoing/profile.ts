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

  const movedTo = author.movedToId === null ? null : await findAccount(author.movedToId);
  const keys = await getKeyPairs(accountId);
  return {
    author,
    json: toUpdateActor(activity, author, keys, { movedToIri: movedTo?.iri }),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: author.iri, personally: false },
  };
}
