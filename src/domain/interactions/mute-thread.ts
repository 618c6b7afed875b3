/** Mutes and unmutes threads: a member gets no notifications about the item, its ancestors and what replies to them. */
import { deleteMutedThread, insertMutedThread, selectThreadMuted } from '../../db/sql/blocks.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import type { EventableType } from '../items/eventable.ts';
import { getItemHeader } from '../items/ownership.ts';

/** Beyond them, the oldest ones end. */
const maxThreads = 1_000;

/** Muting again changes nothing. Throws not_found for an item the member may not see. */
export async function muteThread(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, id, type);
    await insertMutedThread(tx, accountId, id, maxThreads);
  });
}

/** Nothing happens if it is not muted. Throws not_found for an item the member may not see. */
export async function unmuteThread(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, id, type);
    await deleteMutedThread(tx, accountId, id);
  });
}

/** Throws not_found for an item the member may not see. */
export async function getThreadMute(accountId: number, type: EventableType, id: number): Promise<boolean> {
  await getItemHeader(db, accountId, id, type);
  return isThreadMuted(accountId, id);
}

export async function isThreadMuted(accountId: number, id: number): Promise<boolean> {
  const [found] = await selectThreadMuted(db, accountId, id);
  return found!.muted;
}
