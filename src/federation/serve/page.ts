/** Finds the account or public item that a page shows. */
import { findAccountByHandle } from '../../domain/accounts/account.ts';
import { findIriByPage } from '../../domain/items/published-items.ts';
import { config } from '../../lib/config.ts';

export async function findPageIri(path: string): Promise<string | null> {
  const [, name = '', folder] = path.split('/');
  if (folder === undefined) return (await findAccountByHandle(name))?.iri ?? null;
  return findIriByPage(`${config.baseUrl}${path}`);
}
