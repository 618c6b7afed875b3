/** Tells that a profile of ours has changed, or that an account has moved or left. */
import { listFollowedElsewhere } from '../../db/sql/erasure.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { toDeleteActor, toMove, toUpdateActor } from '../activities.ts';
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

/** Whoever knows the account: its followers, those it follows, and who was told of its profile. */
export async function composeDeleteActor({
  activity,
  accountId,
}: Happened<'DeleteActor'>): Promise<Composed> {
  const author = await findAccount(accountId);
  if (!author?.iri || !author.deletedAt) return null;

  const followed = await listFollowedElsewhere(db, accountId);
  return {
    author,
    json: toDeleteActor(activity, author, author.deletedAt),
    objectIri: author.iri,
    isPublic: true,
    recipients: {
      toFollowers: true,
      addressedIds: followed.map(({ id }) => id),
      formerly: author.iri,
      personally: false,
    },
  };
}

export async function composeMove({ activity, accountId, targetIri }: Happened<'Move'>): Promise<Composed> {
  const author = await findAccount(accountId);
  if (!author?.iri || author.deletedAt) return null;
  return {
    author,
    json: toMove(activity, author, targetIri),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: null, personally: false },
  };
}
