/** Publishes drafts, and turns published items back into drafts. Statuses have no drafts. */

import { publishEventable, selectUnpublished, unpublishEventable } from '../../db/sql/item-removal.ts';
import { type ItemHeader, updateEventable } from '../../db/sql/items.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { iris } from '../../lib/iris.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { getAuthor } from '../accounts/author.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import type { EventableType } from './eventable.ts';
import { lockOwnItem } from './ownership.ts';
import { announceChange, announceCreation, announceRemoval } from './publish.ts';
import { indexRecipes } from './search-index.ts';
import { uniqueSlug } from './slug.ts';
import { isWider, requireBelowCeiling } from './visibility-ceiling.ts';

export type DraftType = Exclude<EventableType, 'status'>;

/**
 * A null visibility keeps the item's own. A published item only changes its visibility. Throws validation_failed on `visibility`
 * if it is wider than that of somebody else's recipe from which the item has ingredients or steps.
 */
export async function publishItem(
  type: DraftType,
  accountId: number,
  id: number,
  visibility: Visibility | null,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'published') return changeVisibility(tx, item, visibility ?? item.visibility);

    await requireBelowCeiling(tx, id, visibility ?? item.visibility);
    const { username } = await getAuthor(accountId, tx);
    const [draft] = await selectUnpublished(tx, id);
    const iri = iris.eventable(type, accountId, id, draft!.generation);
    const slug = type === 'recipe' ? (draft!.slug ?? (await uniqueSlug(tx, accountId, draft!.name))) : null;
    const url = iris.page(type, username, slug ?? id);
    const now = new Date();
    await publishEventable(tx, id, iri, url, slug, visibility, now);
    if (type === 'recipe') await indexRecipes(tx, [id]);
    await announceCreation(tx, { id, accountId, isReply: false, at: now });
    await notifyOfItem(tx, id);
  });
}

async function changeVisibility(tx: Tx, item: ItemHeader, visibility: Visibility): Promise<void> {
  if (visibility === item.visibility) return;
  if (isWider(visibility, item.visibility)) await requireBelowCeiling(tx, item.id, visibility);
  await updateEventable(tx, item.id, JSON.stringify({ visibility, updated_at: new Date() }));
  if (item.type === 'recipe') await indexRecipes(tx, [item.id]);
  await announceChange(tx, item, visibility);
  await notifyOfItem(tx, item.id);
}

/** Deletes likes, boosts, collection entries and events permanently. The IRI answers with a tombstone from now on. */
export async function unpublishItem(type: DraftType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'draft') return;

    await announceRemoval(tx, item);
    await unpublishEventable(tx, id);
    if (type === 'recipe') await indexRecipes(tx, [id]);
  });
}
