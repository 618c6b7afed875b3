/** Decides when to retry a failed account fetch: with growing delays, or never if the server refuses. */
import { findAccount } from '../src/domain/accounts/account.ts';
import { maxFetchFailures, recordAccountFetchFailure } from '../src/domain/accounts/fetch-failure.ts';
import { isDefinite, ResolveError } from '../src/federation/resolve/error.ts';
import type { Outcome } from './handler.ts';

/** Rethrows errors other than ResolveError. */
export async function scheduleRefetch(accountId: number, error: unknown): Promise<Outcome> {
  if (!(error instanceof ResolveError)) throw error;

  await recordAccountFetchFailure(accountId, {
    gone: error.reason === 'gone',
    missing: error.reason === 'missing',
    doesNotExist: isDefinite(error),
  });
  const account = await findAccount(accountId);
  const isTemporary = error.reason !== 'gone' && error.reason !== 'refused';
  const shouldRetry =
    isTemporary && account !== null && !account.deletedAt && account.fetchFailures < maxFetchFailures;
  return shouldRetry && account.nextFetchAt ? { again: account.nextFetchAt } : 'done';
}
