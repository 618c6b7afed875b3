/** Composes what is sent about items and profiles. */
import { listFollowedRemoteAccounts } from '../../db/sql/account-removal.ts';
import { findOutgoing, selectNameable } from '../../db/sql/deliveries.ts';
import { listReplyIris } from '../../db/sql/federation.ts';
import { selectMentionedIds } from '../../db/sql/items.ts';
import { db } from '../../db/statement.ts';
import { type Account, anonymous, findAccount, type Viewer, viewerOf } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import type { Eventable, Step } from '../../domain/items/eventable.ts';
import { findEventable, findEventableByIri, type Quote, withQuote } from '../../domain/items/read.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { CookedRecipe } from '../objects/object.ts';
import { maxInlineReplies, type ReplyIri } from '../objects/parts.ts';
import { toAdd, toCreate, toDelete, toDeleteActor, toMove, toRemove, toUpdate, toUpdateActor } from './activities.ts';
import { activityOf, type Composed, isForAll } from './outgoing.ts';

// Loads an item for other servers, without anything that some recipients may not see

interface OutgoingItem {
  item: Eventable;
  /** The recipe that was cooked, if the recipients may see it. */
  recipe: (CookedRecipe & { id: number; author: Account }) | null;
  /** What it quotes. */
  quote: Quote | null;
  /** The author of the parent post, when both are public. */
  answered: Account | null;
  /** The first replies that everybody may see. */
  replies: ReplyIri[];
}

/** Null when the viewer may not see the item. */
export async function findItem(iri: string, viewer: Viewer): Promise<OutgoingItem | null> {
  const item = await findEventableByIri(iri, viewer);
  return item && withRelated(item, viewer);
}

async function withRelated(item: Eventable, viewer: Viewer): Promise<OutgoingItem> {
  const recipeIri = 'recipeIri' in item ? item.recipeIri : null;
  const recipe = recipeIri === null ? null : await findEventableByIri(recipeIri, viewer);
  // A followers-only reply is not addressed to the parent's author.
  const parentIri = item.type === 'status' && isForAll(item.visibility) ? item.inReplyToIri : null;
  const parent = parentIri === null ? null : await findEventableByIri(parentIri, viewer);
  return {
    item,
    recipe: recipe && { ...recipe, author: recipe.account },
    quote: (await withQuote(item, viewer)).quote,
    answered: parent?.account ?? null,
    replies: item.repliesCount === 0 ? [] : await listReplyIris(db, null, null, item.id, 0, maxInlineReplies),
  };
}

/** Null for drafts and deleted items. */
export async function findOutgoingItem(id: number): Promise<OutgoingItem | null> {
  const shown = await findEventable(id, anonymous);
  if (shown) return withRelated(shown, anonymous);
  const [outgoing] = await findOutgoing(db, id);
  if (!outgoing || isForAll(outgoing.visibility)) return null;

  const found = await findItem(outgoing.iri, viewerOf(outgoing.author_id));
  return found && withoutSecrets(found, outgoing.author_id);
}

/** The author may see drafts and private items that followers may not. */
async function withoutSecrets({ item, recipe, quote, replies }: OutgoingItem, authorId: number): Promise<OutgoingItem> {
  const steps = 'steps' in item ? item.steps : [];
  const forkedFromIri = item.type === 'recipe' ? item.forkedFromIri : null;
  const original = forkedFromIri === null ? null : await findEventableByIri(forkedFromIri, viewerOf(authorId));
  const linkIds = steps.flatMap(({ links }) => links.map((link) => link.id));
  const ids = [...linkIds, recipe?.id ?? null, original?.id ?? null];
  const nameable = await listNameable(authorId, ids);
  const named = steps.map((step) => ({ ...step, links: namedIn(step, nameable) }));
  const hidden = recipe !== null && !nameable.has(recipe.id);
  const isOriginalHidden = original !== null && !nameable.has(original.id);
  return {
    item: {
      ...item,
      ...('steps' in item && { steps: named }),
      ...(hidden && { recipeIri: null }),
      ...(isOriginalHidden && { forkedFromIri: null }),
    },
    recipe: hidden ? null : recipe,
    quote,
    answered: null,
    replies,
  };
}

async function listNameable(authorId: number, ids: (number | null)[]): Promise<Set<number>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Set();
  const rows = await selectNameable(db, null, null, authorId, known);
  return new Set(rows.map(({ id }) => id));
}

const namedIn = ({ links }: Step, nameable: Set<number>) => links.filter(({ id }) => id === null || nameable.has(id));

// Composes Create, Update and Delete of local items

async function composeItem(fact: FactOf<'item.published'>, build: typeof toCreate): Promise<Composed> {
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
    },
  };
}

/** The author of the original of a fork, if everybody may see both recipes. */
async function findForkedAuthor(item: Eventable): Promise<Account | null> {
  if (item.type !== 'recipe' || item.forkedFromIri === null || !isForAll(item.visibility)) return null;
  return (await findEventableByIri(item.forkedFromIri, anonymous))?.account ?? null;
}

async function composeDelete(fact: FactOf<'item.deleted'>): Promise<Composed> {
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
    recipients: { toFollowers: visibility !== 'direct', addressedIds: mentionedIds, formerly: objectIri },
  };
}

/** A Delete for earlier recipients who may no longer see the item. */
async function composeWithdrawal(fact: FactOf<'item.restricted'>): Promise<Composed> {
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
      formerly: objectIri,
      spared: {
        followers: item.visibility === 'private',
        ids: mentioned.map(({ account_id }) => account_id),
      },
    },
  };
}

// Composes Update, Move and Delete of local accounts

async function composeUpdateActor(fact: FactOf<'account.updated'>): Promise<Composed> {
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
    recipients: { toFollowers: true, formerly: author.iri },
  };
}

/** Sent to followers, followed accounts and earlier recipients of the profile. */
async function composeDeleteActor(fact: FactOf<'account.deleted'>): Promise<Composed> {
  const { accountId } = fact;
  const author = await findAccount(accountId);
  if (!author?.iri || !author.deletedAt) return null;

  const followed = await listFollowedRemoteAccounts(db, accountId);
  return {
    author,
    json: toDeleteActor(activityOf(author, fact), author, author.deletedAt),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true, addressedIds: followed.map(({ id }) => id), formerly: author.iri },
  };
}

async function composeMove(fact: FactOf<'account.moved'>): Promise<Composed> {
  const { accountId, targetIri } = fact;
  const author = await findAccount(accountId);
  if (!author?.iri || author.deletedAt) return null;
  return {
    author,
    json: toMove(activityOf(author, fact), author, targetIri),
    objectIri: author.iri,
    isPublic: true,
    recipients: { toFollowers: true },
  };
}

// Composes Add and Remove of pinned items

type PinFact = FactOf<'pin.created'>;

const composeAdd = (fact: PinFact): Promise<Composed> => compose(fact, toAdd);
const composeRemove = (fact: PinFact): Promise<Composed> => compose(fact, toRemove);

async function compose(fact: PinFact, build: typeof toAdd): Promise<Composed> {
  const { accountId, objectIri } = fact;
  const author = await findAccount(accountId);
  if (!author || author.deletedAt) return null;
  return {
    author,
    json: build(activityOf(author, fact), author, objectIri),
    objectIri,
    isPublic: true,
    recipients: { toFollowers: true },
  };
}

// Maps each fact to the function that composes its activity

export const itemComposers = {
  'account.deleted': composeDeleteActor,
  'account.moved': composeMove,
  'account.updated': composeUpdateActor,
  'item.deleted': composeDelete,
  'item.published': (fact: FactOf<'item.published'>) => composeItem(fact, toCreate),
  'item.restricted': composeWithdrawal,
  'item.updated': (fact: FactOf<'item.updated'>) => composeItem(fact, toUpdate),
  'pin.created': composeAdd,
  'pin.deleted': composeRemove,
};
