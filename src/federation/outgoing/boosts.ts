/** Tells that an account of ours boosts something, or does no longer. */
import { findBoost } from '../../db/sql/outgoing.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { toAnnounce, toUndoAnnounce } from '../activities.ts';
import { type Composed, type Happened, isForAll } from './outgoing.ts';

export async function composeAnnounce({ activity, boostId }: Happened<'Announce'>): Promise<Composed> {
  const [boost] = await findBoost(db, boostId);
  const author = boost && (await findAccount(boost.account_id));
  if (!author) return null;

  const { eventable_iri: objectIri, author_iri: authorIri, author_id: authorId, visibility } = boost;
  return {
    author,
    json: toAnnounce(activity, author, { objectIri, authorIri, visibility, at: boost.created_at }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [authorId], formerly: null, personally: false },
  };
}

export async function composeUndoAnnounce(happened: Happened<'UndoAnnounce'>): Promise<Composed> {
  const { activity, accountId, announceIri, objectIri, authorId, visibility } = happened;
  const [author, boosted] = await Promise.all([findAccount(accountId), findAccount(authorId)]);
  if (!author) return null;

  const authorIri = boosted?.iri ?? author.iri!;
  return {
    author,
    json: toUndoAnnounce(activity, author, announceIri, { objectIri, authorIri, visibility }),
    objectIri: announceIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [authorId], formerly: announceIri, personally: false },
  };
}
