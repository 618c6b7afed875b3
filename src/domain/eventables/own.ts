/** The right to change an item: its owner's alone. */
import { lockOwn, type Standing, selectStanding } from '../../db/sql/eventables.ts';
import type { Executor } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import type { EventableType } from './eventable.ts';

/** Locks the item until the transaction ends. Throws forbidden for somebody else's, not_found for what they may not see. */
export async function lockOwned(
  tx: Tx,
  accountId: number,
  type: EventableType,
  id: number,
): Promise<Standing> {
  const [own] = await lockOwn(tx, accountId, id, type);
  if (own) return own;

  await getStanding(tx, accountId, id, type);
  throw new DomainError('forbidden', 'this belongs to somebody else');
}

/** What an operation must know of an item before it acts on it. Throws not_found, also for an item of another type. */
export async function getStanding(
  on: Executor,
  viewerId: number | null,
  id: number,
  type?: EventableType,
): Promise<Standing> {
  const [standing] = await selectStanding(on, viewerId, null, id);
  if (!standing || (type && standing.type !== type)) throw notFound();
  return standing;
}
