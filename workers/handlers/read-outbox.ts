/** Reads a remote account's newest items: loading → loaded. */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { markLoaded } from '../../src/domain/accounts/adopt.ts';
import { adoptEventable } from '../../src/domain/eventables/adopt.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { type OutboxItem, readOutboxItems } from '../../src/federation/resolve/outbox.ts';
import { fetchAgain } from '../fetch-again.ts';
import type { Handlers } from '../handler.ts';

export const readOutbox: Handlers['read-outbox'] = async ({ accountId }) => {
  const account = await findAccount(accountId);
  if (!account?.iri || isLocal(account) || account.suspendedAt || account.deletedAt) return 'done';

  let items: OutboxItem[] = [];
  try {
    if (account.outbox) {
      const { iri, outbox, followersIri } = account;
      items = await readOutboxItems({ iri, outbox, followersIri }, newBudget());
    }
  } catch (error) {
    // An outbox that is not shown is as good as an empty one.
    if (failureOf(error) === null || failureOf(error) === 'unreachable') return fetchAgain(accountId, error);
  }

  for (const item of items) await adoptEventable({ ...item, authorId: accountId }, { backfilled: true });
  await markLoaded(accountId);
  return 'done';
};
