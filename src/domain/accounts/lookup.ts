/** Looks up an account by id, username or address. */
import { notFound } from '../../lib/errors.ts';
import { type Account, findAccountByHandle, getAccount, normaliseHandle } from './account.ts';
import { discoverAccount, isUsername } from './discover.ts';
import { waitForFirstFetch } from './first-fetch.ts';

/**
 * Accepts an id, `name` or `name@host`. Throws not_found.
 * An unknown remote account is returned in state `unknown` while a job fetches it.
 */
export async function lookUpAccount(text: string): Promise<Account> {
  if (/^[0-9]+$/.test(text)) {
    const account = await getAccount(isId(text) ? Number(text) : 0);
    if (account.suspendedAt) throw notFound();
    return account;
  }

  const handle = normaliseHandle(text);
  if (handle.includes('@')) return discoverAccount({ handle });

  const account = isUsername(handle) ? await findAccountByHandle(handle) : null;
  if (!account || account.deletedAt || account.suspendedAt) throw notFound();
  return account;
}

const timeoutMs = 3_000;

/**
 * Waits up to 3 s for the first fetch of an account at an address. Throws not_found if there is no such account. An account
 * whose server does not answer is returned in state `unknown`.
 */
export async function lookUpAccountAndWait(text: string): Promise<Account> {
  const account = await lookUpAccount(text);
  const found = text.includes('@') ? await waitForFirstFetch(account, timeoutMs) : account;
  if (!found || found.suspendedAt) throw notFound();
  return found;
}

const isId = (text: string) => /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
