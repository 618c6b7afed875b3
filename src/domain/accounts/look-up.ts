/** Finds an account by whatever people call it. */
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { type Account, findAccountByHandle, getAccount, normaliseHandle } from './account.ts';
import { noteAccount } from './note.ts';

const name = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?$/u;

/**
 * Takes an id, `name` or `name@host`. An account of another server that is not known yet starts to be loaded, and is
 * answered as far as it is known. Throws not_found.
 */
export async function lookUpAccount(text: string): Promise<Account> {
  if (/^[0-9]+$/.test(text)) {
    const account = await getAccount(isId(text) ? Number(text) : 0);
    if (account.suspendedAt) throw notFound();
    return account;
  }

  const handle = normaliseHandle(text);
  const [username = '', host] = handle.split('@', 2);
  if (!name.test(username) || handle.split('@').length > 2) throw notFound();
  if (host !== undefined) {
    if (!isHost(host)) throw notFound();
    return noteAccount({ handle });
  }

  const account = await findAccountByHandle(handle);
  if (!account || account.deletedAt || account.suspendedAt) throw notFound();
  return account;
}

const isId = (text: string) => /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** A host as URLs write it, with a dot or a port: not every word is a server. */
function isHost(host: string): boolean {
  if (host.length > 255 || host === config.host || !/[.:]/.test(host)) return false;
  return URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host;
}
