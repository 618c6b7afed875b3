/** Composes Update, Move and Delete of local accounts. */
import { listFollowedRemoteAccounts } from '../../db/sql/account-removal.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toDeleteActor, toMove, toUpdateActor } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

export async function composeUpdateActor(fact: FactOf<'account.updated'>): Promise<Composed> {
  const { accountId } = fact;
  const author = await findAccount(accountId);
  if (!author?.iri || author.deletedAt) return null;

  const movedTo = author.movedToId === null ? null : await findAccount(author.movedToId);
  const keys = await getKeyPairs(accountId);
  return {
    author,
    json: toUpdateActor(activityOf(author, fact), author, keys, { movedToIri: movedTo?.iri }),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: author.iri, personally: false },
  };
}

/** Sent to followers, followed accounts and earlier recipients of the profile. */
export async function composeDeleteActor(fact: FactOf<'account.deleted'>): Promise<Composed> {
  const { accountId } = fact;
  const author = await findAccount(accountId);
  if (!author?.iri || !author.deletedAt) return null;

  const followed = await listFollowedRemoteAccounts(db, accountId);
  return {
    author,
    json: toDeleteActor(activityOf(author, fact), author, author.deletedAt),
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

export async function composeMove(fact: FactOf<'account.moved'>): Promise<Composed> {
  const { accountId, targetIri } = fact;
  const author = await findAccount(accountId);
  if (!author?.iri || author.deletedAt) return null;
  return {
    author,
    json: toMove(activityOf(author, fact), author, targetIri),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: [], formerly: null, personally: false },
  };
}
