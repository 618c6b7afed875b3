/** Normalises hashtags, so that all spellings of one name the same tag. */

const maxLength = 100;
/** The most hashtags of one item. */
const maxPerItem = 100;

/** One word in lower case (NFKC) without `#`: `No-Knead` and `no knead` become `noknead`. Empty without letters and digits. */
export function normaliseHashtag(text: string): string {
  const word = text
    .slice(0, 10 * maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
    .slice(0, maxLength)
    // The cut may leave half of a character.
    .replace(/\p{Cs}/gu, '');
  return /[\p{L}\p{N}]/u.test(word) ? word : '';
}

/** Returns each once, at most 100. */
export const normaliseHashtags = (names: string[]): string[] =>
  [...new Set(names.map(normaliseHashtag))].filter(Boolean).slice(0, maxPerItem);
