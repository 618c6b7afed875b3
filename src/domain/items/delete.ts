/** Deletes items: the trash, and items of other servers. */
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { selectUnsentPublication } from '../../db/sql/deliveries.ts';
import {
  deleteRemoteItems,
  deleteUnusedItems,
  lockIris,
  lockTrashedItem,
  lockUnusedItems,
  restoreEventable,
  selectOldRemoteItems,
  selectUnusedRemoteItems,
  sumItemMedia,
  trashEventable,
} from '../../db/sql/item-removal.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, recordFact } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { notFound } from '../../lib/errors.ts';
import { idsOf } from '../../lib/lists.ts';
import type { Account } from '../accounts/account.ts';
import { getRetention } from '../retention/settings.ts';
import { maxReferences } from './announce.ts';
import { type EventableType, lockOwnItem } from './eventable.ts';
import { deleteItem } from './publish.ts';
import { indexRecipes } from './search-index.ts';

// Deletes items that their remote servers deleted

interface RemoteDelete {
  iri: string;
  actor: Account;
  at: Date | null;
}

/**
 * Deletes the item if `actor` owns it and creates a tombstone, even for an unknown IRI. `at` is the deletion time that
 * the server states. Returns false, without a tombstone, for IRIs of accounts and of interactions.
 */
export function deleteRemoteItem(iri: string, actor: Account, at: Date | null = null): Promise<boolean> {
  const request = { iri, actor, at };
  // If the batch fails, retry this item alone: one bad item must not block the others.
  return deleteBatched(request).catch(async () => (await deleteAll([request]))[0]!);
}

const deleteBatched = batched(deleteAll, { max: 64 });

async function deleteAll(deletes: RemoteDelete[]): Promise<boolean[]> {
  const iris = deletes.map(({ iri }) => iri);
  return transact(async (tx) => {
    const [, deleted] = await Promise.all([
      lockIris(tx, iris),
      deleteRemoteItems(
        tx,
        iris,
        deletes.map(({ actor }) => actor.id),
        deletes.map(({ actor }) => actor.iri!),
        deletes.map(({ at }) => at),
        maxReferences,
        jobs.eraseItem.name,
      ),
    ]);
    await deleteFiles(tx, deleted[0]?.media_keys ?? []);
    const indexes = new Set(deleted.map(({ index }) => index));
    return deletes.map((_, index) => indexes.has(index));
  });
}

// Deletes local items after a pause in which their authors can undo it. Nobody sees a trashed item.

/** What pages tell the author. */
export const undoSeconds = 10;
/** The time until the page is shown and the answer arrives must not count. */
const graceSeconds = 5;

/** Hides the item at once. Other servers get a Delete when it can no longer be restored. */
export async function trashItem(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    await lockOwnItem(tx, accountId, type, id);
    const [{ version } = { version: 0 }] = await trashEventable(tx, id);
    if (type === 'recipe') await indexRecipes(tx, [id]);
    const dueAt = new Date(Date.now() + (undoSeconds + graceSeconds) * 1_000);
    await enqueue(tx, jobs.deleteTrashedItem, { eventableId: id, version }, { dueAt });
  });
}

/** Throws not_found when it is too late, and for items of others. */
export async function restoreItem(accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const [restored] = await restoreEventable(tx, accountId, id);
    if (!restored) throw notFound();
    if (restored.type === 'recipe') await indexRecipes(tx, [id]);
    if (restored.publication === 'draft') return;
    // It was trashed before its Create was sent, which found nothing to send.
    const [unsent] = await selectUnsentPublication(tx, id);
    if (unsent) await recordFact(tx, { fact: 'item.published', eventableId: id });
  });
}

/** Does nothing if the item was restored in the meantime. */
export async function deleteTrashedItem(id: number, version: number): Promise<void> {
  await transact(async (tx) => {
    const [item] = await lockTrashedItem(tx, id, version);
    if (item) await deleteItem(tx, item);
  });
}

// Deletes old remote items that nobody here has to do with, and says beforehand how many

const batchSize = 200;

interface Rule {
  itemDays: number;
  keepsFollowed: boolean;
}

interface Batch {
  unused: { id: number; iri: string }[];
  /** Where the next batch begins. Null if this was the last one. */
  next: number | null;
}

async function findBatch(after: number, { itemDays, keepsFollowed }: Rule): Promise<Batch> {
  const ids = idsOf(await selectOldRemoteItems(db, after, itemDays, batchSize));
  const unused = ids.length > 0 ? await selectUnusedRemoteItems(db, ids, keepsFollowed) : [];
  return { unused, next: ids.length === batchSize ? ids.at(-1)! : null };
}

interface Removable {
  items: number;
  /** Of their cached pictures. */
  mediaBytes: number;
  /** False if the time was over before all items were looked at. */
  isComplete: boolean;
}

/** Counts what would be deleted, for at most `timeoutMs`, without pictures that `mediaDays` removes anyway. */
export async function measureRemovableItems(
  rule: Rule & { mediaDays: number | null },
  timeoutMs: number,
): Promise<Removable> {
  const end = performance.now() + timeoutMs;
  const found: Removable = { items: 0, mediaBytes: 0, isComplete: false };
  for (let after: number | null = 0; after !== null; ) {
    if (performance.now() > end) return found;
    const { unused, next }: Batch = await findBatch(after, rule);
    const [sum] = await sumItemMedia(db, idsOf(unused), rule.mediaDays);
    found.items += unused.length;
    found.mediaBytes += sum!.bytes;
    after = next;
  }
  return { ...found, isComplete: true };
}

/** Deletes one batch and enqueues the next one. Returns how many items were deleted. */
export async function pruneRemoteItems(after: number): Promise<number> {
  const { itemDays, keepsFollowed } = await getRetention();
  if (itemDays === null) return 0;
  const rule = { itemDays, keepsFollowed };
  const { unused, next } = await findBatch(after, rule);
  return transact(async (tx) => {
    let deleted = 0;
    if (unused.length > 0) {
      await lockIris(
        tx,
        unused.map(({ iri }) => iri),
      );
      const locked = await lockUnusedItems(tx, idsOf(unused));
      // Somebody may have interacted with them before they were locked.
      const still = await selectUnusedRemoteItems(tx, idsOf(locked), keepsFollowed);
      const [gone] = await deleteUnusedItems(tx, idsOf(still));
      await deleteFiles(tx, gone!.media_keys);
      deleted = gone!.deleted;
    }
    if (next !== null) await enqueue(tx, jobs.pruneRemoteItems, { after: next });
    return deleted;
  });
}

const lastRun = setting('retention-run', z.object({ startedAt: z.number().default(0) }));
const minPauseMs = 20 * 3_600_000;

/** Goes through the old remote items once a day. */
export async function startPruningRemoteItems(): Promise<void> {
  const { itemDays } = await getRetention();
  const { startedAt } = (await lastRun.find()) ?? { startedAt: 0 };
  if (itemDays === null || Date.now() - startedAt < minPauseMs) return;
  await transact(async (tx) => {
    await lastRun.store({ startedAt: Date.now() }, tx);
    await enqueue(tx, jobs.pruneRemoteItems, { after: 0 });
  });
}
