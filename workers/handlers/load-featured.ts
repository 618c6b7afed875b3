/** Reads what an account of another server shows first. */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { adoptPins } from '../../src/domain/pins.ts';
import { budgetOf } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { readFeatured } from '../../src/federation/resolve/featured.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';
import { tryLater } from '../try-later.ts';

type Wanted = Parameters<Handlers['load-featured']>[0];

export const loadFeatured: Handlers['load-featured'] = async (wanted) => {
  const account = await findAccount(wanted.accountId);
  if (!account?.iri || !account.featuredIri || isLocal(account)) return 'done';
  if (account.suspendedAt || account.deletedAt) return 'done';
  const { iri, featuredIri } = account;
  return inHostSlot(iri, () => load(wanted, { iri, featuredIri }));
};

async function load(wanted: Wanted, actor: { iri: string; featuredIri: string }): Promise<Outcome> {
  try {
    await adoptPins(wanted.accountId, await readFeatured(actor, budgetOf(wanted.purse)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'unreachable') await tryLater(jobs.loadFeatured, wanted);
  }
  return 'done';
}
