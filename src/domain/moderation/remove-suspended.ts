/** Removes what a suspended remote account left here: its interactions at once, its items after a month. */
import { deleteTracesOfSuspended } from '../../db/sql/moderation/suspended.ts';
import { db } from '../../db/statement.ts';
import { findAccount, isLocal } from '../accounts/account.ts';
import { eraseInteractionsOf, eraseItemsOf } from '../accounts/delete.ts';

/** Until then the suspension can be undone without a loss of items. They are hidden meanwhile. */
const keepItemsMs = 30 * 86_400_000;

/** Stops when the suspension was lifted. Returns when to run again. */
export async function removeSuspended(accountId: number): Promise<{ again: Date } | 'done'> {
  const account = await findAccount(accountId);
  if (!account?.suspendedAt || isLocal(account) || !account.iri) return 'done';
  const { iri, suspendedAt } = account;
  await eraseInteractionsOf(accountId);
  await deleteTracesOfSuspended(db, accountId);

  const again = new Date(suspendedAt.getTime() + keepItemsMs);
  if (again > new Date()) return { again };
  await eraseItemsOf(accountId, iri);
  return 'done';
}
