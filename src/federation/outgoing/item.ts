/** Loads an item for other servers, without anything that some recipients may not see. */
import { findOutgoing, selectNameable } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { type Account, anonymous, type Viewer, viewerOf } from '../../domain/accounts/account.ts';
import type { Eventable, Step } from '../../domain/items/eventable.ts';
import { listReplies } from '../../domain/items/lists.ts';
import { findEventableByIri, type Quote, withQuote } from '../../domain/items/read.ts';
import type { CookedRecipe } from '../objects/cooked.ts';
import { maxInlineReplies, type ReplyIri } from '../objects/replies.ts';
import { isForAll } from './outgoing.ts';

export interface OutgoingItem {
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
  if (!item) return null;

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
    replies: item.repliesCount === 0 ? [] : await listReplies(item.id, anonymous, 0, maxInlineReplies),
  };
}

/** Null for drafts and deleted items. */
export async function findOutgoingItem(id: number): Promise<OutgoingItem | null> {
  const [outgoing] = await findOutgoing(db, id);
  if (!outgoing) return null;
  if (outgoing.visibility === 'public' || outgoing.visibility === 'unlisted') {
    return findItem(outgoing.iri, anonymous);
  }

  const found = await findItem(outgoing.iri, viewerOf(outgoing.author_id));
  return found && withoutSecrets(found, outgoing.author_id);
}

/** The author may see drafts and private items that followers may not. */
async function withoutSecrets(
  { item, recipe, quote, replies }: OutgoingItem,
  authorId: number,
): Promise<OutgoingItem> {
  const steps = 'steps' in item ? item.steps : [];
  const forkedFromIri = item.type === 'recipe' ? item.forkedFromIri : null;
  const original =
    forkedFromIri === null ? null : await findEventableByIri(forkedFromIri, viewerOf(authorId));
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

const namedIn = ({ links }: Step, nameable: Set<number>) =>
  links.filter(({ id }) => id === null || nameable.has(id));
