/** The part of a recipe's address that is made from its name, once, at creation. */
import { lockSlugs, slugsLike } from '../../db/sql/slugs.ts';
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

/**
 * Latin letters lose their marks, all others stay as they are written; whatever is neither letter nor digit parts words.
 * Percent-encoded it is at most 240 characters long.
 */
export function slugOf(name: string): string {
  const words = name
    .slice(0, 2 * maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll(/[\p{L}\p{N}]\p{M}*/gu, withoutMarks)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const slug = cut(words).replaceAll(/^[-\p{M}]+|-+$/gu, '');
  return slug === '' ? fallback : slug;
}

function withoutMarks(letter: string): string {
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return /^[a-z0-9]+$/.test(bare) ? bare : letter;
}

function cut(words: string): string {
  let length = 0;
  const kept = [...words].slice(0, maxLength).filter((letter) => {
    length += encodeURIComponent(letter).length;
    return length <= 3 * maxLength;
  });
  return kept.join('');
}
