/** Fetches a remote account's profile: unknown → loading. */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { adoptAccount } from '../../src/domain/accounts/adopt.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve.ts';
import { fetchAgain } from '../fetch-again.ts';
import type { Handlers } from '../handler.ts';

export const loadAccount: Handlers['load-account'] = async ({ accountId }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || account.suspendedAt) return 'done';

  try {
    const budget = newBudget();
    const profile = account.iri
      ? await loadActor(account.iri, budget)
      : await resolveHandle(account.handle!, budget);
    await adoptAccount(profile);
    return 'done';
  } catch (error) {
    return fetchAgain(accountId, error);
  }
};
