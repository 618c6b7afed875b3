/** Composes Create, Update and Delete of local items. */
import { findOutgoing } from '../../db/sql/deliveries.ts';
import { selectMentionedIds } from '../../db/sql/items.ts';
import { db } from '../../db/statement.ts';
import { type Account, anonymous, findAccount } from '../../domain/accounts/account.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { findEventableByIri } from '../../domain/items/read.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { type toCreate, toDelete } from './activities.ts';
import { findOutgoingItem } from './item.ts';
import { activityOf, type Composed, isForAll } from './outgoing.ts';

export async function composeItem(fact: FactOf<'item.published'>, build: typeof toCreate): Promise<Composed> {
  const found = await findOutgoingItem(fact.eventableId);
  if (!found) return null;

  const { item, recipe, answered } = found;
  const forAll = isForAll(item.visibility);
  const forked = await findForkedAuthor(item);
  return {
    author: item.account,
    json: build(activityOf(item.account, fact), item, found),
    objectIri: item.iri!,
    isPublic: forAll,
    recipients: {
      toFollowers: item.visibility !== 'direct',
      addressedIds: [
        ...item.mentions.map(({ accountId }) => accountId),
        ...(recipe && forAll ? [recipe.author.id] : []),
        ...(answered && forAll ? [answered.id] : []),
        ...(forked ? [forked.id] : []),
      ],
      // Earlier recipients of a public item may no longer be among its readers.
      formerly: forAll ? item.iri : null,
      personally: false,
    },
  };
}

/** The author of the original of a fork, if everybody may see both recipes. */
async function findForkedAuthor(item: Eventable): Promise<Account | null> {
  if (item.type !== 'recipe' || item.forkedFromIri === null || !isForAll(item.visibility)) return null;
  return (await findEventableByIri(item.forkedFromIri, anonymous))?.account ?? null;
}

export async function composeDelete(fact: FactOf<'item.deleted'>): Promise<Composed> {
  const { accountId, objectIri, visibility, mentionedIds } = fact;
  const author = await findAccount(accountId);
  if (!author) return null;

  const mentioned = await Promise.all(mentionedIds.map((id) => findAccount(id)));
  const mentionedIris = mentioned.map((account) => account?.iri ?? null).filter((iri) => iri !== null);
  return {
    author,
    json: toDelete(activityOf(author, fact), author, {
      objectIri,
      visibility,
      mentionedIris,
      at: new Date(),
    }),
    objectIri,
    isPublic: isForAll(visibility),
    recipients: {
      toFollowers: visibility !== 'direct',
      addressedIds: mentionedIds,
      formerly: objectIri,
      personally: false,
    },
  };
}

/** A Delete for earlier recipients who may no longer see the item. */
export async function composeWithdrawal(fact: FactOf<'item.restricted'>): Promise<Composed> {
  const { eventableId, visibility } = fact;
  const [item] = await findOutgoing(db, eventableId);
  const author = item && (await findAccount(item.author_id));
  if (!author || isForAll(item.visibility)) return null;

  // The item's own time: a later, wider version must be newer than this Delete.
  const { iri: objectIri, updated_at: at } = item;
  const mentioned = await selectMentionedIds(db, eventableId);
  return {
    author,
    json: toDelete(activityOf(author, fact), author, { objectIri, visibility, mentionedIris: [], at }),
    objectIri,
    isPublic: false,
    recipients: {
      toFollowers: false,
      addressedIds: [],
      formerly: objectIri,
      personally: false,
      spared: {
        followers: item.visibility === 'private',
        ids: mentioned.map(({ account_id }) => account_id),
      },
    },
  };
}
