/** Limits on collections, by account. */

/** Also the number that pages list without paging. */
export const maxCollections = 200;
export const maxItems = 1_000;
export const maxFollowed = 500;
