/**
 * Finds what addresses of our pages show. People copy them from their browsers, and some servers name our items and
 * members by them.
 */
import {
  type Account,
  findAccount,
  findAccountByHandle,
  findAccountByIri,
  isLocal,
} from '../domain/accounts/account.ts';
import { findCollectionIri } from '../domain/collections/remote.ts';
import { findIriByPage } from '../domain/items/lists.ts';
import { config } from '../lib/config.ts';
import { isLocalIri } from '../lib/iris.ts';
import type { RemoteObject } from './objects/remote-object.ts';

/** Finds the account, public item or shared collection. */
export async function findPageIri(path: string): Promise<string | null> {
  const [, name = '', folder] = path.split('/');
  if (folder === undefined) return (await findAccountByHandle(name))?.iri ?? null;
  if (folder === 'collections') return findCollectionIri(`${config.baseUrl}${path}`);
  return findIriByPage(`${config.baseUrl}${path}`);
}

/**
 * Returns the IRI of what one of our pages shows. Other IRIs of ours lose what other servers add to them: a fragment, a
 * slash at the end, http. Those of other servers stay the same.
 */
export async function toObjectIri(iri: string): Promise<string> {
  if (!isLocalIri(iri) && !isLocalIri(iri.replace(/^http:/, 'https:'))) return iri;
  const { pathname, search } = new URL(iri);
  const path = pathname.replace(/^\/%40/i, '/@').replace(/(?<=.)\/$/, '');
  return (path.startsWith('/@') ? await findPageIri(path) : null) ?? `${config.baseUrl}${path}${search}`;
}

/** Finds an account by its IRI, or one of ours by the address of its page. */
export const findAccountAt = async (iri: string): Promise<Account | null> => findAccountByIri(await toObjectIri(iri));

const replace = async (iri: string | null | undefined): Promise<string | null> => (iri ? toObjectIri(iri) : null);

export const withObjectIris = async <Item extends Omit<RemoteObject, 'authorIri'>>(item: Item): Promise<Item> => ({
  ...item,
  inReplyToIri: await replace(item.inReplyToIri),
  recipeIri: await replace(item.recipeIri),
  forkedFromIri: await replace(item.forkedFromIri),
  quoteIri: await replace(item.quoteIri),
  mentionedIris: await Promise.all(item.mentionedIris.map(toObjectIri)),
  silentIris: await Promise.all(item.silentIris.map(toObjectIri)),
});

// Finds the local account of a WebFinger resource, which may be an address or a URL in many spellings

/** Also returns deleted accounts, which WebFinger answers with 410, but no suspended ones. */
export async function findAccountByResource(resource: string): Promise<Account | null> {
  const account = (await find(resource)) ?? (await find(decoded(resource)));
  return account && isLocal(account) && !account.suspendedAt ? account : null;
}

/** An `acct:` URI (RFC 7565). The host includes a port that is not the default. */
export const addressOf = ({ username }: Account): string => `acct:${username}@${config.host}`;

/** Some encode it twice. */
function decoded(resource: string): string {
  try {
    return decodeURIComponent(resource);
  } catch {
    return '';
  }
}

async function find(resource: string): Promise<Account | null> {
  const username = usernameIn(resource);
  if (username) return findAccountByHandle(username);
  const id = pathOf(resource)?.match(/^\/users\/([1-9]\d{0,15})$/)?.[1];
  return id ? findAccount(Number(id)) : null;
}

/** Accepts addresses without `acct:` or with slashes after it, and with or without percent-encoding. */
function usernameIn(resource: string): string | null {
  const page = pathOf(resource)?.match(/^\/(?:@|%40)(\w{1,30})$/i)?.[1];
  if (page) return page;
  const address = /^(?:acct:(?:\/\/)?)?@?(\w{1,30})(?:@|%40)([^@/?#]{1,300})$/i.exec(resource);
  return address && isOurHost(address[2]!) ? address[1]! : null;
}

function pathOf(resource: string): string | null {
  if (!/^https?:/i.test(resource) || !URL.canParse(resource)) return null;
  const { origin, pathname, search } = new URL(resource);
  const isOurs = [origin, origin.replace(/^http:/, 'https:')].includes(config.baseUrl);
  return isOurs && search === '' ? pathname.replace(/(?<=.)\/$/, '') : null;
}

/** Accepts the default port, and international names in Unicode or Punycode. */
function isOurHost(host: string): boolean {
  const { protocol } = new URL(config.baseUrl);
  const url = `${protocol}//${host}`;
  return URL.canParse(url) && new URL(url).host === config.host;
}
