/** The languages in which foods have names, by BCP 47 code. */

/** Languages whose names are in the tables of foods, in the order of the columns. */
export const TABLE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
/** The columns of `EUROPEAN_NAMES`. */
export const EUROPEAN_LANGUAGES = ['sv', 'da', 'no', 'fi', 'cs', 'ru', 'uk', 'tr', 'el'] as const;
/** The columns of `ASIAN_NAMES`. */
export const ASIAN_LANGUAGES = ['ja', 'ko', 'zh', 'ar', 'he', 'hi'] as const;

export type TableLanguage = (typeof TABLE_LANGUAGES)[number];
export type FurtherLanguage = (typeof EUROPEAN_LANGUAGES)[number] | (typeof ASIAN_LANGUAGES)[number];
export type FoodLanguage = TableLanguage | FurtherLanguage;
