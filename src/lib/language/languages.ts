/** Lists the languages of pages, e-mails and error messages. */

/** BCP 47 tags with the names that their speakers use. Each has a file in src/messages. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
  uk: 'Українська',
  tr: 'Türkçe',
  ar: 'العربية',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  'zh-CN': '简体中文',
} as const;

/** English with accents and longer words, for tests: it shows text that is not in the catalogue, and clipped text. */
export const pseudoLanguage = 'en-XA';

export type Language = keyof typeof languages | typeof pseudoLanguage;

export const defaultLanguage = 'en';

export const isLanguage = (tag: string): tag is Language => tag === pseudoLanguage || Object.hasOwn(languages, tag);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);
const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Of texts by members. `locale` is a BCP 47 tag, and `sample` decides if it is `und`. */
export function writingDirection(locale: string, sample = ''): 'ltr' | 'rtl' | null {
  if (locale !== 'und') return rightToLeft.has(likelyLocale(locale).script ?? '') ? 'rtl' : 'ltr';
  if (!/\p{L}/u.test(sample)) return null;
  return isRightToLeft.test(sample) ? 'rtl' : 'ltr';
}

/** Returns a BCP 47 tag in its canonical form, or null for a text that is none. */
export function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the likely language, script and region of a BCP 47 tag: English for one that is malformed or `und`. */
export function likelyLocale(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return new Intl.Locale(defaultLanguage);
  }
}
