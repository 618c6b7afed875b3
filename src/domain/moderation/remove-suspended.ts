/** Removes what a suspended remote account left here: its interactions at once, its items after a month. */
import { findAccount, isLocal } from '../accounts/account.ts';
import { eraseInteractionsOf, eraseItemsOf, eraseTracesOf } from '../accounts/delete.ts';

/** Until then the suspension can be undone without a loss of items. They are hidden meanwhile. */
const keepItemsMs = 30 * 86_400_000;

/**
 * Works until `until` (of `performance.now`), and stops when the suspension was lifted. Returns when to run again.
 */
export async function removeSuspended(accountId: number, until?: number): Promise<{ again: Date } | 'done'> {
  const account = await findAccount(accountId);
  if (!account?.suspendedAt || isLocal(account) || !account.iri) return 'done';
  const { iri, suspendedAt } = account;
  const soon = { again: new Date() };
  if (!(await eraseInteractionsOf(accountId, until))) return soon;
  if (!(await eraseTracesOf(accountId, until))) return soon;

  const again = new Date(suspendedAt.getTime() + keepItemsMs);
  if (again > new Date()) return { again };
  return (await eraseItemsOf(accountId, iri, until)) ? 'done' : soon;
}
