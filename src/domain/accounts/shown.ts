/** Whether an account is for a viewer, and so its lists. */
import { selectBlock } from '../../db/sql/relations.ts';
import { db } from '../../db/statement.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import type { Viewer } from '../eventables/visibility.ts';
import { type Account, findAccountByHandle, getAccount } from './account.ts';

/** Throws not_found for an account that is not there, is suspended, or has a block between itself and the viewer. */
export async function checkShown(accountId: number, viewer: Viewer): Promise<void> {
  const account = await getAccount(accountId);
  if (account.suspendedAt) throw notFound();
  await checkUnblocked(account, viewer);
}

/** By handle. Throws not_found as above, and gone for who left. */
export async function getShownAccount(handle: string, viewer: Viewer): Promise<Account> {
  const account = await findAccountByHandle(handle);
  if (!account || account.state === 'unknown' || account.suspendedAt) throw notFound();
  if (account.deletedAt) throw new DomainError('gone', 'is gone');
  await checkUnblocked(account, viewer);
  return account;
}

async function checkUnblocked({ id }: Account, { accountId }: Viewer): Promise<void> {
  if (accountId === null) return;
  if ((await selectBlock(db, accountId, id)).length > 0) throw notFound();
}
