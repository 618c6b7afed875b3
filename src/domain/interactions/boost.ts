/** Begins and ends boosts. */
import { deleteBoosts, type EndedBoost, insertBoosts } from '../../db/sql/interactions.ts';
import { closeSources, mintSource } from '../../db/sql/ledger.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { recordFact, wakeRelay } from '../../jobs/enqueue.ts';
import { getAuthor } from '../accounts/author.ts';
import type { EventableType } from '../items/eventable.ts';
import { fanOutEventAgain, retractEvent } from '../items/events.ts';
import { getItemHeader } from '../items/ownership.ts';
import { type OnItem, toRows } from './on-item.ts';
import { type Begun, inOrder, throwIfRefused } from './refusal.ts';

/**
 * Boosting again changes nothing. Throws not_found, validation_failed for a draft, and forbidden for private items of others
 * and for an account that moved away.
 */
export async function boost(
  accountId: number,
  eventableId: number,
  { type }: { type?: EventableType } = {},
): Promise<void> {
  await transact(async (tx) => {
    await getAuthor(accountId, tx);
    const [result] = await beginBoosts(tx, [{ accountId, eventableId, type }]);
    throwIfRefused(result!, 'boosted');
  });
}

/** Nothing happens when there is no boost. */
export async function unboost(accountId: number, eventableId: number, type?: EventableType): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, eventableId, type);
    const [ended] = await endBoosts(tx, [{ accountId, eventableId }]);
    if (!ended) return;
    const { visibility } = ended;
    const closed = await closeSources(tx, accountId, null, eventableId, ['boost']);
    for (const { id } of closed) await recordFact(tx, { fact: 'boost.deleted', sourceId: id, visibility });
  });
}

/** Returns one result for each boost. Boosts by local accounts are recorded as facts for other servers. */
export async function beginBoosts(tx: Tx, boosts: OnItem[]): Promise<Begun[]> {
  const rows = await insertBoosts(tx, toRows(boosts), null, jobs.fanOutEvent.name);
  if (rows.some(({ waiting }) => waiting > 0)) tx.afterCommit(wakeRelay);
  for (const { place, begun, actor_host } of rows) {
    if (!begun || actor_host !== '') continue;
    const { accountId, eventableId } = boosts[place]!;
    const sourceId = await mintSource(tx, 'boost', { accountId, targetId: null, eventableId });
    await recordFact(tx, { fact: 'boost.created', sourceId });
  }
  return inOrder(boosts, rows);
}

/** Returns the boosts that existed. */
export async function endBoosts(tx: Tx, boosts: OnItem[]): Promise<EndedBoost[]> {
  const ended = await deleteBoosts(tx, toRows(boosts));
  for (const { account_id, eventable_id } of ended)
    await retractEvent(tx, { action: 'boost', accountId: account_id, eventableId: eventable_id });
  return ended;
}

/** Shows repeated boosts to accounts that followed after the first one. */
export async function renewBoosts(tx: Tx, boosts: OnItem[]): Promise<void> {
  for (const { accountId, eventableId } of boosts)
    await fanOutEventAgain(tx, { action: 'boost', accountId, eventableId });
}
