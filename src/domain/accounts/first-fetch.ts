/** Waits for the job that fetches a remote account for the first time. */
import { setTimeout } from 'node:timers/promises';
import { type Account, findAccount } from './account.ts';
import { isBackingOff } from './discover.ts';
import { findRecentLookUp } from './recent-look-up.ts';

const pollIntervalMs = 100;

/**
 * Returns the account as soon as it was fetched or the fetch failed, and at the latest after `timeoutMs`. Returns null if
 * it does not exist.
 */
export async function waitForFirstFetch(account: Account, timeoutMs: number): Promise<Account | null> {
  let current: Account | null = account;
  for (const end = Date.now() + timeoutMs; isFetching(current, account) && Date.now() < end; ) {
    await setTimeout(pollIntervalMs);
    current = await findCurrent(account);
  }
  return current;
}

/** Finds the account that a row became: another one, if its name was a second name of a known account. */
export async function findCurrent(account: Account): Promise<Account | null> {
  const current = await findAccount(account.id);
  if (current) return current;
  const found = await findRecentLookUp((account.handle ?? account.iri)!);
  return found === 'missing' ? null : found;
}

export const isFetching = (current: Account | null, before: Account): boolean =>
  current?.state === 'unknown' && current.fetchFailures === before.fetchFailures && !isBackingOff(current);
