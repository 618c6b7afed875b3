/** Looks up an account by id, username or address. */
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { type Account, findAccountByHandle, getAccount, normaliseHandle } from './account.ts';
import { discoverAccount } from './discover.ts';

const usernamePattern = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?$/u;

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
  const [username = '', host] = handle.split('@', 2);
  if (!usernamePattern.test(username) || handle.split('@').length > 2) throw notFound();
  if (host !== undefined) {
    if (!isHost(host)) throw notFound();
    return discoverAccount({ handle });
  }

  const account = await findAccountByHandle(handle);
  if (!account || account.deletedAt || account.suspendedAt) throw notFound();
  return account;
}

const isId = (text: string) => /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** Requires a dot or a port, because not every word is a server. */
function isHost(host: string): boolean {
  if (host.length > 255 || host === config.host || !/[.:]/.test(host)) return false;
  return URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host;
}
