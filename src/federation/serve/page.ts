/** Finds the account, public item or shared collection that a page shows. */
import { findAccountByHandle } from '../../domain/accounts/account.ts';
import { findCollectionIri } from '../../domain/collections/remote.ts';
import { findIriByPage } from '../../domain/items/lists.ts';
import { config } from '../../lib/config.ts';

export async function findPageIri(path: string): Promise<string | null> {
  const [, name = '', folder] = path.split('/');
  if (folder === undefined) return (await findAccountByHandle(name))?.iri ?? null;
  if (folder === 'collections') return findCollectionIri(`${config.baseUrl}${path}`);
  return findIriByPage(`${config.baseUrl}${path}`);
}
