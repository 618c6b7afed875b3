/** What to do when an account cannot be fetched: wait ever longer, give up on what is refused, bury what is gone. */
import { findAccount } from '../src/domain/accounts/account.ts';
import { failAccountFetch } from '../src/domain/accounts/adopt.ts';
import { ResolveError } from '../src/federation/resolve/error.ts';
import type { Outcome } from './handler.ts';

/** After these the next try is made only when somebody asks for the account. */
const maxFailures = 8;

/** Throws what is no ResolveError. */
export async function fetchAgain(accountId: number, error: unknown): Promise<Outcome> {
  if (!(error instanceof ResolveError)) throw error;

  await failAccountFetch(accountId, {
    gone: error.reason === 'gone',
    missing: error.reason === 'missing',
  });
  const account = await findAccount(accountId);
  const mayPass = error.reason === 'unreachable' || error.reason === 'missing';
  const isHopeful = mayPass && account !== null && !account.deletedAt && account.fetchFailures < maxFailures;
  return isHopeful && account.nextFetchAt ? { again: account.nextFetchAt } : 'done';
}
