/** Decides when to retry a failed account fetch: with growing delays, or never if the server refuses. */
import { findAccount } from '../src/domain/accounts/account.ts';
import { recordAccountFetchFailure } from '../src/domain/accounts/upsert-remote.ts';
import { ResolveError } from '../src/federation/resolve/error.ts';
import type { Outcome } from './handler.ts';

/** After this many failures the account is fetched again only on request. */
const maxFailures = 8;

/** Rethrows errors other than ResolveError. */
export async function scheduleRefetch(accountId: number, error: unknown): Promise<Outcome> {
  if (!(error instanceof ResolveError)) throw error;

  await recordAccountFetchFailure(accountId, {
    gone: error.reason === 'gone',
    missing: error.reason === 'missing',
  });
  const account = await findAccount(accountId);
  const isTemporary = error.reason === 'unreachable' || error.reason === 'missing';
  const shouldRetry =
    isTemporary && account !== null && !account.deletedAt && account.fetchFailures < maxFailures;
  return shouldRetry && account.nextFetchAt ? { again: account.nextFetchAt } : 'done';
}
