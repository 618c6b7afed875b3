/** Limits of filters, which the archive of an account has too. */

export const maxFilters = 50;
export const maxKeywords = 100;
export const maxPhraseLength = 200;
/** In all filters together. */
export const maxPhraseCharacters = 20_000;
