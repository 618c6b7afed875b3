/** Cleans text, and reads hashtags and names in it. */

// Normalises hashtags, so that all spellings of one name the same tag

const maxLength = 100;
/** The most hashtags of one item. */
const maxPerItem = 100;

/**
 * One word in lower case (NFKC) without `#`: `No-Knead` and `no knead` become `noknead`. Empty without letters and
 * digits.
 */
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

// Converts names between camelCase, as in code, and snake_case, as in the API and in the database

/** The snake_case form of a camelCase name, for the compiler. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const snakeCase = <Name extends string>(name: Name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;

/** The same values under snake_case names. */
export const inSnakeCase = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value])) as {
    [Name in keyof Fields as SnakeCase<Name & string>]: Fields[Name];
  };

// Checks and cleans text, so that it can be stored and sent as UTF-8

// With the u flag this matches lone surrogates only.
const loneSurrogate = /\p{Surrogate}/gu;

export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Removes NUL characters and lone surrogates. */
export function cleanText(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\0', '').replace(loneSurrogate, '');
}
