/** Checks whether a viewer may see an account and its lists. */
import { selectBlock } from '../../db/sql/blocks.ts';
import { db } from '../../db/statement.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, findAccountByHandle, getAccount } from './account.ts';
import type { Viewer } from './viewer.ts';

/** Throws not_found if the account is missing, or suspended and not the viewer's own, or if a block exists between it and the viewer. */
export async function checkAccountVisible(accountId: number, viewer: Viewer): Promise<void> {
  const account = await getAccount(accountId);
  if (account.suspendedAt && accountId !== viewer.accountId) throw notFound();
  await checkNotBlocked(account, viewer);
}

/** Throws not_found like `checkAccountVisible`, and gone for a deleted account. */
export async function getVisibleAccount(handle: string, viewer: Viewer): Promise<Account> {
  const account = await findAccountByHandle(handle);
  if (!account || account.state === 'unknown' || account.suspendedAt) throw notFound();
  if (account.deletedAt) throw new DomainError('gone', t('errors.gone'));
  await checkNotBlocked(account, viewer);
  return account;
}

async function checkNotBlocked({ id }: Account, { accountId }: Viewer): Promise<void> {
  if (accountId === null) return;
  if ((await selectBlock(db, accountId, id)).length > 0) throw notFound();
}
