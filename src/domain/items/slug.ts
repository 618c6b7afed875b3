/** Creates the slug of a recipe's URL from its name. It never changes later. */
import { listSlugsLike, lockSlugs } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';

const maxLength = 80;
const fallback = 'recipe';

/** Returns a slug that is unique among the account's recipes: `pizza-dough`, `pizza-dough-2`, … */
export async function uniqueSlug(tx: Tx, accountId: number, name: string): Promise<string> {
  const slug = toSlug(name);
  await lockSlugs(tx, accountId);
  const taken = new Set((await listSlugsLike(tx, accountId, slug)).map((row) => row.slug));

  let candidate = slug;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}

/**
 * Latin letters lose their diacritics, other scripts stay. Everything that is neither a letter nor a digit separates words.
 * The percent-encoded slug has at most 240 characters.
 */
export function toSlug(name: string): string {
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
  const slug = truncate(words).replaceAll(/^[-\p{M}]+|-+$/gu, '');
  return slug === '' ? fallback : slug;
}

function withoutMarks(letter: string): string {
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return /^[a-z0-9]+$/.test(bare) ? bare : letter;
}

function truncate(words: string): string {
  let length = 0;
  const letters = [...words].slice(0, maxLength).filter((letter) => {
    length += encodeURIComponent(letter).length;
    return length <= 3 * maxLength;
  });
  return letters.join('');
}
