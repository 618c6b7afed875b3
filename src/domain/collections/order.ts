/** Changes the order of the items of a collection. */
import { listOrder, listVisibleOrder, updateOrder } from '../../db/sql/collections.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { lockOwn } from './lock.ts';
import { tellFollowers } from './tell-followers.ts';

/** The step. The other items keep their order after those. Items that are not in the collection are ignored. */
export async function orderItems(tx: Tx, collectionId: number, first: number[]): Promise<void> {
  const before = await readOrder(tx, collectionId);
  const held = new Set(before);
  const order = new Set([...first.filter((each) => held.has(each)), ...before]);
  await updateOrder(tx, collectionId, [...order]);
}

/** The step. `place` is 1 for the first item; a place after the end is the last one. */
export async function placeItem(tx: Tx, collectionId: number, itemId: number, place: number): Promise<void> {
  const others = (await readOrder(tx, collectionId)).filter((each) => each !== itemId);
  await updateOrder(tx, collectionId, others.toSpliced(place - 1, 0, itemId));
}

/**
 * Moves the item before or after the next one that the owner sees. At the end of the list nothing happens. Throws not_found.
 */
export async function moveItem(
  ownerId: number,
  collectionId: number,
  itemId: number,
  direction: 'up' | 'down',
): Promise<void> {
  await transact(async (tx) => {
    const collection = await lockOwn(tx, ownerId, collectionId);
    const shown = (await listVisibleOrder(tx, ownerId, null, collectionId)).map((row) => row.eventable_id);
    const at = shown.indexOf(itemId);
    if (at === -1) throw notFound();
    const neighbour = shown[direction === 'up' ? at - 1 : at + 1];
    if (neighbour === undefined) return;
    await placeItem(tx, collectionId, itemId, (await readOrder(tx, collectionId)).indexOf(neighbour) + 1);
    await tellFollowers(tx, collection, { fact: 'collection.updated', collectionId });
  });
}

const readOrder = async (tx: Tx, collectionId: number) =>
  (await listOrder(tx, collectionId)).map((row) => row.eventable_id);
