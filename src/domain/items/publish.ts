/** Announces created, changed and deleted local items to followers and remote servers. */
import { inBatches } from '../../db/in-batches.ts';
import { cancelDeliveries } from '../../db/sql/deliveries.ts';
import { lockDeletedItem, releaseReferences, trashEventable } from '../../db/sql/item-removal.ts';
import { deleteEventable, type ItemHeader, selectMentionedIds } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, recordFact } from '../../jobs/enqueue.ts';
import { iris } from '../../lib/iris.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { recordEvent } from './events.ts';
import { indexRecipes } from './search-index.ts';
import { createTombstone } from './tombstones.ts';

export async function announceCreation(
  tx: Tx,
  item: { id: number; accountId: number; isReply: boolean; at: Date; hasPendingMentions?: boolean },
): Promise<void> {
  const { id, accountId, isReply, at, hasPendingMentions } = item;
  const action = isReply ? 'reply' : 'create';
  await recordEvent(tx, { action, accountId, eventableId: id, at, backfilled: false });
  await recordFact(tx, { fact: 'item.published', eventableId: id, hasPendingMentions });
}

const audienceRank: Record<Visibility, number> = { direct: 0, private: 1, unlisted: 2, public: 2 };

/**
 * `item` is the state before the change. Servers that may no longer see the item receive a Delete. Most servers then
 * refuse that IRI for good, even if the item becomes more visible later.
 */
export async function announceChange(
  tx: Tx,
  item: ItemHeader,
  visibility: Visibility = item.visibility,
  hasPendingMentions?: boolean,
): Promise<void> {
  if (item.publication === 'draft') return;
  const { id: eventableId } = item;
  const unpublished = await cancelStaleDeliveries(tx, item, visibility);
  await recordFact(tx, { fact: 'item.updated', eventableId, hasPendingMentions });
  // Most servers ignore an update of an object they never received.
  if (unpublished || (item.visibility === 'direct' && visibility !== 'direct')) {
    await recordFact(tx, { fact: 'item.published', eventableId, hasPendingMentions });
  }
  if (audienceRank[visibility] >= audienceRank[item.visibility]) return;
  await recordFact(tx, { fact: 'item.restricted', eventableId, visibility: item.visibility });
}

/**
 * Cancels pending deliveries that would reveal or delete the item against its new visibility. Returns whether its publication
 * was among them.
 */
async function cancelStaleDeliveries(tx: Tx, item: ItemHeader, visibility: Visibility): Promise<boolean> {
  const change = audienceRank[visibility] - audienceRank[item.visibility];
  if (change === 0 || item.iri === null) return false;
  return cancelDeliveries(tx, item.account_id, item.iri, change < 0 ? 'item' : 'deletion');
}

/** So many rows that refer to an item go with it at once. */
const maxReferences = 1_000;

/**
 * Deletes the item permanently. Its IRI answers with a tombstone from now on. An item with many likes, replies or readers is
 * hidden, and a job deletes it.
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

/** Deletes a hidden item whose tombstone exists, in batches, until `until` (of `performance.now`). Returns whether it is done. */
export const eraseDeletedItem = (id: number, until?: number): Promise<boolean> =>
  inBatches(
    maxReferences,
    async (tx, size) => {
      const [item] = await lockDeletedItem(tx, id);
      if (!item) return 0;
      if ((await releaseReferences(tx, [id], size)) === size) return size;
      const [deleted] = await deleteEventable(tx, id);
      await deleteFiles(tx, deleted?.media_keys ?? []);
      return 0;
    },
    until,
  );

/** Sends a Delete and creates the tombstone. Call it before the row changes. */
export async function announceRemoval(tx: Tx, item: ItemHeader): Promise<void> {
  if (item.iri === null || item.publication === 'draft') return;
  const mentionedIds = (await selectMentionedIds(tx, item.id)).map((row) => row.account_id);

  await cancelDeliveries(tx, item.account_id, item.iri, 'item');
  await createTombstone(tx, {
    iri: item.iri,
    actorIri: iris.actor(item.account_id),
    formerType: item.type,
    isPublic: item.visibility === 'public' || item.visibility === 'unlisted',
  });
  await recordFact(tx, {
    fact: 'item.deleted',
    accountId: item.account_id,
    objectIri: item.iri,
    visibility: item.visibility,
    mentionedIds,
  });
}
