/** The part of a recipe's address that is made from its name, once, at creation. */
import { lockSlugs, slugsLike } from '../../db/sql/eventables.ts';
import type { Tx } from '../../db/transaction.ts';

const maxLength = 80;
const fallback = 'recipe';

/** Unique among the account's recipes: `pizza-dough`, `pizza-dough-2`, … */
export async function freeSlug(tx: Tx, accountId: number, name: string): Promise<string> {
  const slug = slugOf(name);
  await lockSlugs(tx, accountId);
  const taken = new Set((await slugsLike(tx, accountId, slug)).map((row) => row.slug));

  let candidate = slug;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}

/** ASCII letters and digits, marks stripped; names in other scripts share a word. */
export function slugOf(name: string): string {
  const slug = name
    .slice(0, 2 * maxLength)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? fallback : slug;
}
