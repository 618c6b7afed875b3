/** Checks and cleans text, so that it can be stored and sent as UTF-8. */

// With the u flag this matches lone surrogates only.
const loneSurrogate = /\p{Surrogate}/gu;

export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Removes NUL characters and lone surrogates. */
export function cleanText(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\0', '').replace(loneSurrogate, '');
}
