/** Publishes, unpublishes and deletes items. */
import { inBatches } from '../../db/batch.ts';
import { cancelDeliveries } from '../../db/sql/deliveries.ts';
import { deleteEvent } from '../../db/sql/events.ts';
import {
  deleteTombstone,
  insertTombstone,
  lockDeletedItem,
  lockIri,
  lockTombstone,
  lockUnpublishedItem,
  releaseInteractions,
  releaseReferences,
  selectTombstone,
  selectUnpublished,
  trashEventable,
  unpublishEventable,
} from '../../db/sql/item-removal.ts';
import { deleteEventable, type ItemHeader, selectMentionedIds } from '../../db/sql/items.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, recordFact } from '../../jobs/enqueue.ts';
import { DomainError } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { getAuthor } from '../accounts/account.ts';
import { maxReferences } from './announce.ts';
import { type EventableType, lockOwnItem, uniqueSlug } from './eventable.ts';
import { saveItems } from './save.ts';
import { indexRecipes } from './search-index.ts';

// Tombstones of deleted objects, which may have been deleted before they were received

/** By the account that deleted it. Of an object that was never received, any account may claim that. */
export const findTombstone = async (iri: string) => (await selectTombstone(db, iri))[0] ?? null;

/** Later dates are not trusted: a version that bears one could restore its object again and again. */
const maxClockSkewMs = 3_600_000;

/**
 * Whether its author deleted the object, received or not. A version that is newer by the author's clock removes the
 * tombstone. Locks the IRI until the transaction ends, so that a concurrent Delete is seen.
 */
export async function isDeleted(
  tx: Tx,
  { iri, authorId, updatedAt }: { iri: string; authorId: number; updatedAt: Date | null },
): Promise<boolean> {
  const [tombstone] = await lockTombstone(tx, iri, authorId);
  if (!tombstone) return false;
  if (!tombstone.ended_at || !updatedAt || updatedAt <= tombstone.ended_at) return true;
  if (updatedAt.getTime() > Date.now() + maxClockSkewMs) return true;
  await deleteTombstone(tx, iri, authorId);
  return false;
}

// Deletes local items

/**
 * Deletes the item permanently. Its IRI answers with a tombstone from now on. An item with many likes, replies or
 * readers is hidden, and a job deletes it.
 */
export async function deleteItem(tx: Tx, item: ItemHeader): Promise<void> {
  await announceRemoval(tx, item);
  if ((await releaseReferences(tx, [item.id], maxReferences)) === maxReferences) {
    await trashEventable(tx, item.id);
    if (item.type === 'recipe') await indexRecipes(tx, [item.id]);
    await enqueue(tx, jobs.eraseItem, { eventableId: item.id });
    return;
  }
  const [deleted] = await deleteEventable(tx, item.id);
  await deleteFiles(tx, deleted?.media_keys ?? []);
}

/**
 * Deletes a hidden item whose tombstone exists, in batches, until `until` (of `performance.now`). Returns whether it is
 * done.
 */
export const eraseDeletedItem = (id: number, until?: number): Promise<boolean> =>
  inBatches({ max: maxReferences, until }, async (tx, size) => {
    const [item] = await lockDeletedItem(tx, id);
    if (!item) return 0;
    if ((await releaseReferences(tx, [id], size)) === size) return size;
    const [deleted] = await deleteEventable(tx, id);
    await deleteFiles(tx, deleted?.media_keys ?? []);
    return 0;
  });

/** Sends a Delete and creates the tombstone. Call it before the row changes. */
async function announceRemoval(tx: Tx, item: ItemHeader): Promise<void> {
  if (item.iri === null || item.publication === 'draft') return;
  const mentionedIds = (await selectMentionedIds(tx, item.id)).map((row) => row.account_id);

  await cancelDeliveries(tx, item.account_id, item.iri, 'item');
  await lockIri(tx, item.iri);
  const isPublic = item.visibility === 'public' || item.visibility === 'unlisted';
  await insertTombstone(tx, item.iri, iris.actor(item.account_id), item.type, isPublic, null);
  await recordFact(tx, {
    fact: 'item.deleted',
    accountId: item.account_id,
    objectIri: item.iri,
    visibility: item.visibility,
    mentionedIds,
  });
}

// Publishes drafts, and turns published items back into drafts. Statuses have no drafts.

export type DraftType = Exclude<EventableType, 'status'>;

/**
 * A null visibility keeps the item's own. A published item only changes its visibility. Throws validation_failed on
 * `visibility` if it is wider than that of somebody else's recipe from which the item has ingredients or steps, and
 * unavailable while likes and boosts from before it was unpublished are being deleted.
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

    if ((await releaseInteractions(tx, id, maxReferences)) === maxReferences)
      throw new DomainError('unavailable', t('errors.unavailable'));
    const { username } = await getAuthor(accountId, tx);
    const [draft] = await selectUnpublished(tx, id);
    const slug = type === 'recipe' ? (draft!.slug ?? (await uniqueSlug(tx, accountId, draft!.name))) : null;
    const iri = iris.eventable(type, accountId, id, draft!.generation);
    const addresses = { iri, url: iris.page(type, username, slug ?? id), slug };
    const row = visibility === null ? {} : { visibility };
    await saveItems(tx, [{ origin: 'local', before: item, row, addresses }]);
  });
}

async function changeVisibility(tx: Tx, item: ItemHeader, visibility: Visibility): Promise<void> {
  if (visibility === item.visibility) return;
  await saveItems(tx, [{ origin: 'local', before: item, row: { visibility, updated_at: new Date() } }]);
}

/**
 * Deletes likes, boosts, collection entries and events permanently: many of them are hidden, and a job deletes them.
 * The IRI answers with a tombstone from now on.
 */
export async function unpublishItem(type: DraftType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'draft') return;

    await announceRemoval(tx, item);
    await unpublishEventable(tx, id);
    await deleteEvent(tx, accountId, id, 'create');
    if (type === 'recipe') await indexRecipes(tx, [id]);
    if ((await releaseInteractions(tx, id, maxReferences)) === maxReferences)
      await enqueue(tx, jobs.releaseDraft, { eventableId: id });
  });
}

/**
 * Deletes what others did with a draft while it was published, until `until` (of `performance.now`). Returns whether it
 * is done.
 */
export const releaseDraft = (id: number, until?: number): Promise<boolean> =>
  inBatches({ max: maxReferences, until }, async (tx, size) =>
    (await lockUnpublishedItem(tx, id)).length === 0 ? 0 : releaseInteractions(tx, id, size),
  );
