/**
 * Finds what addresses of our pages show. People copy them from their browsers, and some servers name our items and
 * members by them.
 */
import { findAccountByHandle } from '../domain/accounts/account.ts';
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

/** Returns the IRI of what one of our pages shows, or the same IRI. */
export async function toObjectIri(iri: string): Promise<string> {
  const url = isLocalIri(iri) ? new URL(iri) : null;
  return url?.pathname.startsWith('/@') ? ((await findPageIri(url.pathname)) ?? iri) : iri;
}

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
