/** Fetches a remote account's profile: unknown → loading. */
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { adoptAccount } from '../../src/domain/accounts/adopt.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve.ts';
import { fetchAgain } from '../fetch-again.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';

export const loadAccount: Handlers['load-account'] = async ({ accountId }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || (account.suspendedAt && !account.suspendedThere)) return 'done';
  return inHostSlot(account.iri ?? `https://${account.host}`, () => load(account));
};

async function load({ id, iri, handle }: Account): Promise<Outcome> {
  try {
    const budget = newBudget();
    await adoptAccount(iri ? await loadActor(iri, budget) : await resolveHandle(handle!, budget));
    return 'done';
  } catch (error) {
    return fetchAgain(id, error);
  }
}
