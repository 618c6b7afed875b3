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

export const LANGUAGES: FoodLanguage[] = [...TABLE_LANGUAGES, ...EUROPEAN_LANGUAGES, ...ASIAN_LANGUAGES];
/** BCP 47 tags of languages that share a column. */
const SHARED = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
]);
/** Written without spaces; the noun comes last: "无盐黄油". */
export const WITHOUT_SPACES = new Set<FoodLanguage>(['ja', 'zh']);
/** Languages in which the noun precedes its attributes: "poireaux bretons". */
export const NOUN_FIRST = new Set<FoodLanguage>(['fr', 'es', 'it', 'pt', 'ar', 'he']);

/** Takes a BCP 47 tag. Null for a language without names of foods. */
export function foodLanguageOf(locale: string): FoodLanguage | null {
  const tag = locale.toLowerCase().split('-')[0]!;
  return LANGUAGES.find((language) => language === (SHARED.get(tag) ?? tag)) ?? null;
}
