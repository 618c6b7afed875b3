/** Fetches the pinned items of a remote account. */
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { replaceRemotePins } from '../../src/domain/interactions/pins.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { readFeatured } from '../../src/federation/resolve/featured.ts';
import { budgetOf } from '../../src/federation/resolve/fetch-budget.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { retryLater } from '../retry-later.ts';

type LoadPayload = Parameters<Handlers['load-featured']>[0];

export const loadFeatured: Handlers['load-featured'] = async (payload) => {
  const account = await findAccount(payload.accountId);
  if (!account?.iri || !account.featuredIri || isLocal(account)) return 'done';
  if (account.suspendedAt || account.deletedAt) return 'done';
  const { iri, featuredIri } = account;
  return withHostPermit(iri, () => load(payload, { iri, featuredIri }));
};

async function load(payload: LoadPayload, actor: { iri: string; featuredIri: string }): Promise<Outcome> {
  try {
    await replaceRemotePins(payload.accountId, await readFeatured(actor, budgetOf(payload.fetchBudgetId)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'unreachable') await retryLater(jobs.loadFeatured, payload);
  }
  return 'done';
}
