/** Begins and ends likes. */
import { deleteLikes, insertLikes } from '../../db/sql/interactions.ts';
import { closeSources, mintSource } from '../../db/sql/ledger.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import type { EventableType } from '../items/eventable.ts';
import { getItemHeader } from '../items/ownership.ts';
import { type OnItem, toRows } from './on-item.ts';
import { type Begun, inOrder, throwIfRefused } from './refusal.ts';

/** Liking again changes nothing. Throws not_found, and validation_failed for a draft. */
export async function like(
  accountId: number,
  eventableId: number,
  { type }: { type?: EventableType } = {},
): Promise<void> {
  await transact(async (tx) => {
    const [result] = await beginLikes(tx, [{ accountId, eventableId, type }]);
    throwIfRefused(result!, 'liked');
  });
}

/** Nothing happens when there is no like. */
export async function unlike(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, eventableId, type);
    await endLikes(tx, [{ accountId, eventableId }]);
    const closed = await closeSources(tx, accountId, null, eventableId, ['like', 'reaction']);
    for (const { id } of closed) await recordFact(tx, { fact: 'like.deleted', sourceId: id });
  });
}

/** Returns one result for each like. Likes by local accounts are recorded as facts for other servers. */
export async function beginLikes(tx: Tx, likes: OnItem[]): Promise<Begun[]> {
  const rows = await insertLikes(tx, toRows(likes), null);
  for (const { place, begun, actor_host, author_host } of rows) {
    if (!begun || actor_host !== '' || author_host === '') continue;
    const { accountId, eventableId } = likes[place]!;
    const sourceId = await mintSource(tx, 'like', { accountId, targetId: null, eventableId });
    await recordFact(tx, { fact: 'like.created', sourceId });
  }
  return inOrder(likes, rows);
}

export async function endLikes(tx: Tx, likes: OnItem[]): Promise<void> {
  await deleteLikes(tx, toRows(likes));
}
