/** Tells an author elsewhere that an account of ours likes what they made, or does no longer. */
import { findLike } from '../../db/sql/likes.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { toLike, toUndoLike } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composeLike({ activity, likeId }: Happened<'Like'>): Promise<Composed> {
  const [like] = await findLike(db, likeId);
  const author = like && (await findAccount(like.account_id));
  if (!author) return null;
  return {
    author,
    json: toLike(activity, author, like.eventable_iri, like.author_iri),
    objectIri: like.eventable_iri,
    isPublic: false,
    recipients: toAuthor(like.author_id),
  };
}

export async function composeUndoLike(happened: Happened<'UndoLike'>): Promise<Composed> {
  const { activity, accountId, likeIri, objectIri, authorId } = happened;
  const [author, liked] = await Promise.all([findAccount(accountId), findAccount(authorId)]);
  if (!author || !liked?.iri) return null;
  return {
    author,
    json: toUndoLike(activity, author, likeIri, { objectIri, authorIri: liked.iri }),
    objectIri: likeIri,
    isPublic: false,
    recipients: toAuthor(authorId),
  };
}

const toAuthor = (authorId: number) => ({
  toFollowers: false,
  addressedIds: [authorId],
  formerly: null,
  personally: false,
});
