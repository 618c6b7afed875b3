
export const maxFilters = 50;
export const maxKeywords = 100;
export const maxPhraseLength = 200;
/** In all filters together. */
export const maxPhraseCharacters = 20_000;

/**
 * `public`: public and hashtag timelines, search, trends and other lists to discover items. `thread`: replies and
 * reviews. `account`: timelines, profiles and shared collections of accounts.
 */
