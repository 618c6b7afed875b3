/**
 * Finds what addresses of our pages show. People copy them from their browsers, and some servers name our items and
 * members by them.
 */
import { type Account, findAccountByHandle, findAccountByIri } from '../domain/accounts/account.ts';
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
