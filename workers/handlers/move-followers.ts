/** Moves the local followers of an account to its new account, if that one lists the old one as an alias. */
import { type Account, findAccount, findAccountByIri, isLocal } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/upsert-remote.ts';
import { moveFollowers as move } from '../../src/domain/migration/move.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { budgetOf, type FetchBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { isLocalIri } from '../../src/lib/iris.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { retryLater } from '../retry-later.ts';

type MovePayload = Parameters<Handlers['move-followers']>[0];

export const moveFollowers: Handlers['move-followers'] = async (payload) => {
  const account = await findAccount(payload.accountId);
  if (!account?.iri || account.deletedAt || account.suspendedAt) return 'done';
  if (!isLocalIri(payload.targetIri))
    return withHostPermit(payload.targetIri, () => moveToRemote(payload, account));

  const target = await findAccountByIri(payload.targetIri);
  if (target && isLocal(target) && hasAlias(target, account) && !target.deletedAt)
    await move(account, target);
  return 'done';
};

async function moveToRemote(payload: MovePayload, account: Account): Promise<Outcome> {
  try {
    const budget = budgetOf(payload.fetchBudgetId);
    const profile = await loadActor(payload.targetIri, budget);
    const isConfirmed = !payload.isPull || (await confirmsMove(account, profile.iri, budget));
    if (isConfirmed && hasAlias(profile, account) && profile.iri !== account.iri) {
      await move(account, await upsertRemoteAccount(profile, { fetchBudgetId: payload.fetchBudgetId }));
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'unreachable') await retryLater(jobs.moveFollowers, payload);
  }
  return 'done';
}

/**
 * Whether the old account says that it moved to the target. Its `alsoKnownAs` is not enough, because an account also lists
 * those that may move to it. Only for an account that is gone (410) does the last known list decide.
 */
async function confirmsMove(account: Account, targetIri: string, budget: FetchBudget): Promise<boolean> {
  try {
    return (await loadActor(account.iri!, budget)).movedToIri === targetIri;
  } catch (error) {
    if (failureOf(error) !== 'gone') throw error;
    return account.alsoKnownAs.includes(targetIri);
  }
}

const hasAlias = ({ alsoKnownAs }: { alsoKnownAs: string[] }, { iri }: Account) => alsoKnownAs.includes(iri!);
