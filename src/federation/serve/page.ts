/** Finds what a page shows to everybody, for servers that ask at the page's address. */
import { findIriOfPage } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { findAccountByHandle } from '../../domain/accounts/account.ts';
import { config } from '../../lib/config.ts';

export async function iriOfPage(path: string): Promise<string | null> {
  const [, name = '', folder] = path.split('/');
  if (folder === undefined) return (await findAccountByHandle(name))?.iri ?? null;
  const [page] = await findIriOfPage(db, null, null, `${config.baseUrl}${path}`);
  return page?.iri ?? null;
}
