/** Tells that an item of ours has come, changed or gone, be it for some only. */
import { findOutgoing } from '../../db/sql/outgoing.ts';
import { selectMentionedIds } from '../../db/sql/parts.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { type toCreate, toDelete } from '../activities.ts';
import { findOutgoingItem } from './item.ts';
import { type Composed, type Happened, isForAll } from './outgoing.ts';

export async function composeItem(
  { activity, eventableId }: Happened<'Create'>,
  build: typeof toCreate,
): Promise<Composed> {
  const found = await findOutgoingItem(eventableId);
  if (!found) return null;

  const { item, recipe, answered } = found;
  const forAll = isForAll(item.visibility);
  return {
    author: item.account,
    json: build(activity, item, recipe, answered),
    objectIri: item.iri!,
    isPublic: forAll,
    recipients: {
      toFollowers: item.visibility !== 'direct',
      addressedIds: [
        ...item.mentions.map(({ accountId }) => accountId),
        ...(recipe && forAll ? [recipe.author.id] : []),
        ...(answered && forAll ? [answered.id] : []),
      ],
      // Who got it while it was for all may not be among its readers any more.
      formerly: forAll ? item.iri : null,
      personally: false,
    },
  };
}

export async function composeDelete(happened: Happened<'Delete'>): Promise<Composed> {
  const { activity, accountId, objectIri, visibility, mentionedIds } = happened;
  const author = await findAccount(accountId);
  if (!author) return null;

  const mentioned = await Promise.all(mentionedIds.map((id) => findAccount(id)));
  const mentionedIris = mentioned.map((account) => account?.iri ?? null).filter((iri) => iri !== null);
  return {
    author,
    json: toDelete(activity, author, { objectIri, visibility, mentionedIris, at: new Date() }),
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

/** A Delete for whoever had the item while more might see it, and is not among those who may. */
export async function composeWithdrawal({
  activity,
  eventableId,
  visibility,
}: Happened<'Withdraw'>): Promise<Composed> {
  const [item] = await findOutgoing(db, eventableId);
  const author = item && (await findAccount(item.author_id));
  if (!author || isForAll(item.visibility)) return null;

  // Not the time at which it is written: what is shown more widely meanwhile must be newer than this.
  const { iri: objectIri, updated_at: at } = item;
  const mentioned = await selectMentionedIds(db, eventableId);
  return {
    author,
    json: toDelete(activity, author, { objectIri, visibility, mentionedIris: [], at }),
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
