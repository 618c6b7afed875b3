/** Loads the author of a new post: an existing account that has not moved away. */
import type { Executor } from '../../db/statement.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, findAccount, getAccount, isLocal } from './account.ts';

/** Throws not_found, and forbidden for a local account that has moved to another server. */
export async function getAuthor(accountId: number, on: Executor): Promise<Account> {
  const account = await getAccount(accountId, on);
  if (isLocal(account) && account.movedToId !== null) {
    const target = await findAccount(account.movedToId, on);
    throw new DomainError('forbidden', t('errors.account-moved', { iri: target?.iri ?? '' }));
  }
  return account;
}
