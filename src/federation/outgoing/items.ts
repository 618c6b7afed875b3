/** Tells that an item of ours has come, changed or gone. */
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

  const { item, recipe } = found;
  const forAll = isForAll(item.visibility);
  return {
    author: item.account,
    json: build(activity, item, recipe),
    objectIri: item.iri!,
    isPublic: forAll,
    recipients: {
      toFollowers: item.visibility !== 'direct',
      addressedIds: [
        ...item.mentions.map(({ accountId }) => accountId),
        ...(recipe && forAll ? [recipe.author.id] : []),
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
