/** Finds the local account of a WebFinger resource, which may be an address or a URL in many spellings. */
import { type Account, findAccount, findAccountByHandle, isLocal } from '../../domain/accounts/account.ts';
import { config } from '../../lib/config.ts';

/** Also returns deleted accounts, which WebFinger answers with 410, but no suspended ones. */
export async function findAccountByResource(resource: string): Promise<Account | null> {
  const account = await find(resource);
  return account && isLocal(account) && !account.suspendedAt ? account : null;
}

/** An `acct:` URI (RFC 7565). The host includes a port that is not the default. */
export const addressOf = ({ username }: Account): string => `acct:${username}@${config.host}`;

async function find(resource: string): Promise<Account | null> {
  const username = usernameIn(resource);
  if (username) return findAccountByHandle(username);
  const id = pathOf(resource)?.match(/^\/users\/([1-9]\d{0,15})$/)?.[1];
  return id ? findAccount(Number(id)) : null;
}

/** Accepts addresses without `acct:`, and with or without percent-encoding. */
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

/** Accepts the default port, and international names in Unicode or Punycode. */
function isOurHost(host: string): boolean {
  const { protocol } = new URL(config.baseUrl);
  const url = `${protocol}//${host}`;
  return URL.canParse(url) && new URL(url).host === config.host;
}
