/** Has the followers here of an account that moved follow the new one, once that one was seen to claim the old one. */

import { type Account, findAccount, findAccountByIri, isLocal } from '../../src/domain/accounts/account.ts';
import { adoptAccount } from '../../src/domain/accounts/adopt.ts';
import { moveFollowers as move } from '../../src/domain/accounts/move.ts';
import { type Budget, budgetOf } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { loadActor } from '../../src/federation/resolve.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { isOurs } from '../../src/lib/iris.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';
import { tryLater } from '../try-later.ts';

type Moving = Parameters<Handlers['move-followers']>[0];

export const moveFollowers: Handlers['move-followers'] = async (moving) => {
  const account = await findAccount(moving.accountId);
  if (!account?.iri || account.deletedAt || account.suspendedAt) return 'done';
  if (!isOurs(moving.targetIri)) return inHostSlot(moving.targetIri, () => moveElsewhere(moving, account));

  const target = await findAccountByIri(moving.targetIri);
  if (target && isLocal(target) && claims(target, account) && !target.deletedAt) await move(account, target);
  return 'done';
};

async function moveElsewhere(moving: Moving, account: Account): Promise<Outcome> {
  try {
    const budget = budgetOf(moving.purse);
    const profile = await loadActor(moving.targetIri, budget);
    const agreed = !moving.pulled || (await agrees(account, profile.iri, budget));
    if (agreed && claims(profile, account) && profile.iri !== account.iri) {
      await move(account, await adoptAccount(profile, { purse: moving.purse }));
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'unreachable') await tryLater(jobs.moveFollowers, moving);
  }
  return 'done';
}

/** What it says now, or said last where its server is no more: that is what a move begun by the new account is for. */
async function agrees(account: Account, targetIri: string, budget: Budget): Promise<boolean> {
  const said = await loadActor(account.iri!, budget).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure === 'unreachable' || failure === 'gone' || failure === 'missing') return null;
    throw error;
  });
  if (said?.movedToIri === targetIri) return true;
  return (said ?? account).alsoKnownAs.includes(targetIri);
}

const claims = ({ alsoKnownAs }: { alsoKnownAs: string[] }, { iri }: Account) => alsoKnownAs.includes(iri!);
