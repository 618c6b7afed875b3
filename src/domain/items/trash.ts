/** Deletes local items after a pause in which their authors can undo it. Nobody sees a trashed item. */
import { selectUnsentPublication } from '../../db/sql/deliveries.ts';
import { lockTrashedItem, restoreEventable, trashEventable } from '../../db/sql/item-removal.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, recordFact } from '../../jobs/enqueue.ts';
import { notFound } from '../../lib/errors.ts';
import type { EventableType } from './eventable.ts';
import { lockOwnItem } from './ownership.ts';
import { deleteItem } from './publish.ts';
import { indexRecipes } from './search-index.ts';

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
