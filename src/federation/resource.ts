/** Whose account is meant by what other servers look up: addresses and URLs, however they are spelt. */
import { type Account, findAccount, findAccountByHandle, isLocal } from '../domain/accounts/account.ts';
import { config } from '../lib/config.ts';

/** An account of ours that may be found; one that was deleted is found to be gone. */
export async function findByResource(resource: string): Promise<Account | null> {
  const account = await find(resource);
  return account && isLocal(account) && !account.suspendedAt ? account : null;
}

/** As RFC 7565 writes it; its host has the port where ours is not the default one. */
export const addressOf = ({ username }: Account): string => `acct:${username}@${config.host}`;

async function find(resource: string): Promise<Account | null> {
  const username = usernameIn(resource);
  if (username) return findAccountByHandle(username);
  const id = pathOf(resource)?.match(/^\/users\/([1-9]\d{0,15})$/)?.[1];
  return id ? findAccount(Number(id)) : null;
}

/** `acct:` may be left out, and so may the percent-encoding it should have. */
function usernameIn(resource: string): string | null {
  const page = pathOf(resource)?.match(/^\/@(\w{1,30})$/)?.[1];
  if (page) return page;
  const address = /^(?:acct:)?@?(\w{1,30})(?:@|%40)([^@/?#]{1,300})$/i.exec(resource);
  return address && isOurHost(address[2]!) ? address[1]! : null;
}

function pathOf(resource: string): string | null {
  if (!/^https?:/i.test(resource) || !URL.canParse(resource)) return null;
  const { origin, pathname, search } = new URL(resource);
  return origin === config.baseUrl && search === '' ? pathname.replace(/(?<=.)\/$/, '') : null;
}

/** The default port may be named, and letters beyond ASCII may be written either way. */
function isOurHost(host: string): boolean {
  const { protocol } = new URL(config.baseUrl);
  const url = `${protocol}//${host}`;
  return URL.canParse(url) && new URL(url).host === config.host;
}
