/** Merges the common categories of recipes across languages: Dinner, Hauptgericht, Plat and 主菜 are one. */
import { lazy } from '../lib/lazy.ts';
import { listWords } from './words.ts';

interface Vocabulary {
  /** Categories by language and word. */
  ofLanguage: Map<string, string>;
  /** Categories by word, of words that mean the same in every language that has them. */
  ofAll: Map<string, string>;
  /** The words that are shown, by language and category. */
  names: Map<string, string>;
}

const vocabulary = lazy((): Vocabulary => {
  const words = listWords('category');
  const known: Vocabulary = { ofLanguage: new Map(), ofAll: new Map(), names: new Map() };
  for (const { word, meaning, language } of words) {
    known.ofLanguage.set(`${language} ${word}`, meaning);
    const name = `${language} ${meaning}`;
    if (!known.names.has(name)) known.names.set(name, word);
  }
  for (const [word, uses] of Map.groupBy(words, ({ word: each }) => each)) {
    const meanings = new Set(uses.map(({ meaning }) => meaning));
    if (meanings.size === 1) known.ofAll.set(word, uses[0]!.meaning);
  }
  return known;
});

const maxLength = 100;
const wordOf = (written: string) => written.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
const languageOf = (locale: string) => locale.split('-')[0]!.toLowerCase();

/**
 * Returns the English name of a category that somebody wrote, or null for a category of their own. The words of
 * `locale` come first: an entrée is a starter in French.
 */
export function canonicalCategory(written: string, locale: string): string | null {
  if (written.length > maxLength) return null;
  const word = wordOf(written);
  const { ofLanguage, ofAll } = vocabulary();
  return ofLanguage.get(`${languageOf(locale)} ${word}`) ?? ofAll.get(word) ?? null;
}

/** Returns the name of a common category in a language, in lower case, and of any other as it is. */
export function categoryIn(language: string, category: string): string {
  const key = canonicalCategory(category, language);
  return key === null ? category : (vocabulary().names.get(`${languageOf(language)} ${key}`) ?? key);
}

/** As its author wrote it, unless the reader's language has another word for it. `locale` is that of the recipe. */
export function categoryFor(language: string, written: string, locale: string): string {
  const key = canonicalCategory(written, locale);
  const isOwnWord = vocabulary().ofLanguage.get(`${languageOf(language)} ${wordOf(written)}`) === key;
  if (key === null || isOwnWord) return written;
  const name = categoryIn(language, key);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The words under which recipes of a category were found before categories were merged. */
export const categoryWords = (category: string): string[] =>
  [...vocabulary().ofAll].flatMap(([word, key]) => (key === category ? [word] : []));
