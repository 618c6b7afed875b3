/** Composes Like and its Undo. */
import { findSourceOnItem } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toLike, toUndoLike } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

export async function composeLike({ sourceId }: FactOf<'like.created'>): Promise<Composed> {
  const [like] = await findSourceOnItem(db, sourceId);
  const author = like && !like.undone && (await findAccount(like.account_id));
  if (!author) return null;
  return {
    author,
    json: toLike(like.iri, author, like.eventable_iri, like.author_iri),
    objectIri: like.eventable_iri,
    isPublic: false,
    recipients: toAuthor(like.author_id),
  };
}

export async function composeUndoLike(fact: FactOf<'like.deleted'>): Promise<Composed> {
  const [like] = await findSourceOnItem(db, fact.sourceId);
  const author = like && (await findAccount(like.account_id));
  if (!author) return null;
  const { iri, eventable_iri: objectIri, author_iri: authorIri } = like;
  return {
    author,
    json: toUndoLike(activityOf(author, fact), author, iri, { objectIri, authorIri }),
    objectIri,
    isPublic: false,
    recipients: toAuthor(like.author_id),
  };
}

const toAuthor = (authorId: number) => ({
  toFollowers: false,
  addressedIds: [authorId],
  formerly: null,
  personally: false,
});
