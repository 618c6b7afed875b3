/**
 * Creates and deletes the notifications of local accounts about an item, in the transaction of the change they are
 * about.
 */
import { replaceNotificationsOf } from '../../db/sql/notifications.ts';
import type { Tx } from '../../db/transaction.ts';

/**
 * Updates the `cooked`, `reply`, `quote` and `mention` notifications of an item: one per recipient, none for former
 * recipients. Call it after the item and its mentions were written.
 */
export async function notifyOfItem(tx: Tx, eventableId: number): Promise<void> {
  await replaceNotificationsOf(tx, eventableId, null);
}
