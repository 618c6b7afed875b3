/** Text that can be stored and sent as UTF-8: without NUL, without half a surrogate pair. */

// With the u flag this matches surrogates that stand alone, and no part of a pair.
const loneSurrogate = /\p{Surrogate}/gu;

export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** What is not clean is dropped, and nothing put in its place. */
export function cleanText(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\0', '').replace(loneSurrogate, '');
}
