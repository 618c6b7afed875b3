/** Folds the inflected forms of words, by light rules of each language. */

import type { FoodLanguage, TableLanguage } from './languages.ts';
import { ENDINGS, foldSigns } from './word-endings.ts';

const MAX_LENGTH = 200;
const MAX_WORDS = 12;

type Rules = [ending: RegExp, replacement: string][];

/** The first matching rule makes a plural singular. */
const SINGULAR: Record<TableLanguage, Rules> = {
  en: [
    [/(?:ss|us|is)$/, '$&'],
    [/sses$/, 'ss'],
    [/(?<=\p{L}{2}[^aeiou])ies$/u, 'y'],
    [/(?<=ch|sh|x|z)es$/, ''],
    [/oes$/, 'o'],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  de: [
    [/(?:chen|lein)$/, '$&'],
    [/(?<=\p{L}{2}[el][lr])n$/u, ''],
    [/(?<=\p{L}{3})en$/u, 'e'],
    [/(?<=[aoiuy]|on|mp)s$/, ''],
  ],
  fr: [
    [/^(?:noix|ananas|radis|maïs|anis|cassis|couscous|jus|pois|épais|gros|riz)$/, '$&'],
    [/(?<=\p{L}{2})[sx]$/u, ''],
  ],
  es: [
    [/ces$/, 'z'],
    [/(?<=\p{L}[rlnjzy])es$/u, ''],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  it: [
    [/(?<=\p{L}[cg])hi$/u, 'o'],
    [/(?<=\p{L}[cg])he$/u, 'a'],
    [/(?<=\p{L}{2})i$/u, 'o'],
  ],
  nl: [
    [/(?<=je|ie|el|er|em|[aouiy]')s$|'s$/, ''],
    [/(?<=\p{L}{2}[^e])en$/u, ''],
  ],
  pt: [
    [/(?:ões|ães)$/, 'ão'],
    [/ais$/, 'al'],
    [/éis$/, 'el'],
    [/óis$/, 'ol'],
    [/ns$/, 'm'],
    [/(?<=[rz])es$/, ''],
    [/(?<=\p{L}{2})s$/u, ''],
  ],
  pl: [[/(?<=\p{L}{3})ów$/u, '']],
};

const IRREGULAR = new Map([
  ['leaves', 'leaf'],
  ['loaves', 'loaf'],
  ['halves', 'half'],
  ['knives', 'knife'],
]);

/** Returns the singular of a lower-case word. Words of unknown languages stay as they are. */
export function singular(word: string, language: FoodLanguage | null): string {
  if (language === null || !isTableLanguage(language)) return word;
  if (language === 'en' && IRREGULAR.has(word)) return IRREGULAR.get(word)!;
  const rule = SINGULAR[language].find(([ending]) => ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}

const isTableLanguage = (language: FoodLanguage): language is TableLanguage => language in SINGULAR;

const ACCENTS: Record<string, string> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

/** Returns a form that all inflections of a word share. Only for comparison, never shown. */
export function stem(word: string, language: FoodLanguage): string {
  if (!isTableLanguage(language)) return foldSigns(word).replace(ENDINGS[language], '');
  const one = singular(word, language);
  if (language === 'es') return one.replace(/[áéíóú]/g, (sign) => ACCENTS[sign]!);
  if (language === 'it') return word.replace(/(?<=\p{L}{2})h?[aeiouàèéìòù]{1,3}$/u, '');
  if (language === 'pl')
    return word.replace(/(?<=\p{L}{2})(?:ów|ami|ach|ego|ych|ej|[aeiouyąęó])$/u, '').replace(/(?<=\p{L}{2})ek$/u, 'k');
  if (language === 'nl')
    return one
      .replace(/([aeou])\1/g, '$1')
      .replace(/([^aeiou])\1$/, '$1')
      .replace(/v$/, 'f')
      .replace(/z$/, 's')
      .replace(/(?<=\p{L}{3})e$/u, '');
  return one;
}

/** Lower case, without brackets, numerals and signs. At most 200 characters. */
export function plainName(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’׳]/g, "'")
    .replaceAll('œ', 'oe')
    .replace(/\([^()]{0,200}\)?/g, ' ')
    .replace(/[*"“”„.:!?%\d()[\]{}]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits at white space, commas, hyphens and apostrophes. At most 12 words. */
export const wordsOf = (text: string): string[] =>
  plainName(text)
    .split(/[\s,'-]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);

/** A phrase without inflection, as a key of an index. */
export const stemsOf = (words: string[], language: FoodLanguage): string =>
  words.map((word) => stem(word, language)).join(' ');
