/** Composes Announce and its Undo. */
import { findSourceOnItem } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toAnnounce, toUndoAnnounce } from './activities.ts';
import { activityOf, type Composed, isForAll } from './outgoing.ts';

export async function composeAnnounce({
  sourceId,
}: Pick<FactOf<'boost.created'>, 'sourceId'>): Promise<Composed> {
  const [boost] = await findSourceOnItem(db, sourceId);
  const author = boost?.boosted_at && !boost.undone && (await findAccount(boost.account_id));
  if (!author) return null;

  const { iri, eventable_iri: objectIri, author_iri: authorIri, boost_visibility: visibility } = boost;
  return {
    author,
    json: toAnnounce(iri, author, { objectIri, authorIri, visibility, at: boost.boosted_at! }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [boost.author_id], formerly: null, personally: false },
  };
}

export async function composeUndoAnnounce(fact: FactOf<'boost.deleted'>): Promise<Composed> {
  const [boost] = await findSourceOnItem(db, fact.sourceId);
  const author = boost && (await findAccount(boost.account_id));
  if (!author) return null;

  const { iri, eventable_iri: objectIri, author_iri: authorIri, author_id: authorId } = boost;
  const { visibility } = fact;
  return {
    author,
    json: toUndoAnnounce(activityOf(author, fact), author, iri, { objectIri, authorIri, visibility }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: { toFollowers: true, addressedIds: [authorId], formerly: iri, personally: false },
  };
}
