/** Lists the languages of pages, e-mails and error messages. */

/** BCP 47 tags with the names that their speakers use. Each has a folder in src/messages. */
export const languages = {
  en: 'English',
} as const;

/** English with accents and longer words, for tests: it shows text that is not in the catalogue, and clipped text. */
export const pseudoLanguage = 'en-XA';

export type Language = keyof typeof languages | typeof pseudoLanguage;

export const defaultLanguage = 'en';

export const isLanguage = (tag: string): tag is Language =>
  tag === pseudoLanguage || Object.hasOwn(languages, tag);

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  (language as string) === 'ar' ? 'rtl' : 'ltr';
