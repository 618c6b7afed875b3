/** Recognizes units: canonical codes and other known words. */

import {
  ASIAN_OTHER_UNITS,
  ASIAN_UNITS,
  EUROPEAN_OTHER_UNITS,
  EUROPEAN_UNITS,
  WORLD_OTHER_UNITS,
  WORLD_UNITS,
} from './unit-names.ts';
import { CANONICAL_UNITS, OTHER_UNITS } from './unit-words.ts';

export interface ReadUnit {
  /** A canonical code such as `tbsp`, or the word as written. */
  unit: string;
  /** The multiple of the unit that the word means: 10 for dekagrams in `g`. */
  factor: number;
  canonical: boolean;
  /** The index after the unit and its full stop. */
  end: number;
}

/** The key of a unit in the tables. Drops full stops, the marks inside Hebrew abbreviations, Arabic vowel signs and zero-width joiners. */
export const unitKey = (words: string) =>
  words
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s._()\u2010-\u2012"'״׳\u064b-\u0652\p{Join_Control}-]/gu, '');
const CJK_START = /[぀-ヿ㐀-鿿]/;
const TOKEN =
  /\s{0,2}-?((?:[\p{L}\p{M}\p{Join_Control}.]|(?<=\p{Script=Hebrew})["״׳'](?=[\p{Script=Hebrew}\s])){1,25}|\([\p{L}\p{M}]{1,12}\))/uy;

const known = new Map<string, { unit: string; factor: number; canonical: boolean }>();

for (const word of [OTHER_UNITS, WORLD_OTHER_UNITS, EUROPEAN_OTHER_UNITS, ASIAN_OTHER_UNITS].join(' ').split(' '))
  known.set(unitKey(word), { unit: '', factor: 1, canonical: false });

for (const [unit, factor, words] of [...ASIAN_UNITS, ...EUROPEAN_UNITS, ...WORLD_UNITS, ...CANONICAL_UNITS]) {
  for (const word of words.split(' ')) known.set(unitKey(word), { unit, factor, canonical: true });
}

const cjkWords = [...known.keys()].filter((word) => CJK_START.test(word)).sort((a, b) => b.length - a.length);

/** One-letter units that differ only by case: `T` is a tablespoon, `t` a teaspoon. */
const LETTERS = new Map([
  ['T', 'tbsp'],
  ['t', 'tsp'],
  ['c', 'cup'],
  ['C', 'cup'],
]);

/** Words that are a unit only before some foods: "1 filet d'huile", but "1 filet de saumon". */
const ONLY_BEFORE = new Map<string, RegExp>([
  ['filet', /^ (?:d['’]huile|de (?:vinaigre|jus|citron|miel|crème|sauce))/i],
  ['noix', /^ de (?:beurre|margarine|saindoux|ghee)/i],
  ['noce', /^ di (?:burro|margarina|strutto)/i],
  ['nuez', /^ de (?:mantequilla|margarina)/i],
  ['filo', /^ (?:d['’]olio|di (?:olio|aceto))/i],
  ['bouquet', /^ (?:de |d['’])/i],
  ['pot', /^ (?!roast|pie|sticker)/i],
  ['praf', /^ (?!de copt)/i],
  ['prašak', /^ (?!za )/i],
  ['grans', /^ d['’]all/i],
]);

/** Returns the longest unit of up to four words at `start`, or null. */
export function readUnit(text: string, start = 0): ReadUnit | null {
  const cjk = readCjk(text, start);
  if (cjk) return cjk;

  let at = start;
  let words = '';
  let longest: ReadUnit | null = null;

  for (let count = 0; count < 4; count += 1) {
    TOKEN.lastIndex = at;
    let token = TOKEN.exec(text)?.[1];
    if (!token) break;

    at = TOKEN.lastIndex;
    const stop = findUnit(words + token) ? -1 : endOfAbbreviation(words, token);
    if (stop > 0) {
      at -= token.length - stop;
      token = token.slice(0, stop);
    }

    words += token;
    const found = findUnit(words);
    const condition = count === 0 && ONLY_BEFORE.get(token.toLowerCase());
    if (found && (!condition || condition.test(text.slice(at, at + 20))))
      longest = { ...found, unit: found.unit || ownWord(text.slice(start, at)), end: at };
  }

  return longest;
}

/** "ст.л.сахара": returns the index after the full stop of a unit that is joined to its food, or -1. */
function endOfAbbreviation(before: string, token: string): number {
  const stop = token.lastIndexOf('.') + 1;
  return stop > 0 && stop < token.length - 2 && findUnit(before + token.slice(0, stop)) ? stop : -1;
}

/** Returns the canonical code of a word, or null: "Esslöffel" is `tbsp`. */
export function canonicalUnit(words: string): string | null {
  const found = findUnit(words.slice(0, 60));
  return found?.canonical ? found.unit : null;
}

function ownWord(written: string): string {
  const word = written.trim().replace(/^-|\.$/g, '');
  return word === word.toUpperCase() ? word.toLowerCase() : word;
}

function findUnit(words: string) {
  const letter = LETTERS.get(words.replace(/\.$/, ''));
  if (letter) return { unit: letter, factor: 1, canonical: true };

  const key = unitKey(words);
  if (/^tablespo{1,2}n?s?$/.test(key)) return { unit: 'tbsp', factor: 1, canonical: true };
  return /^teaspo{1,2}n?s?$/.test(key) ? { unit: 'tsp', factor: 1, canonical: true } : known.get(key);
}

function readCjk(text: string, start: number): ReadUnit | null {
  const at = text[start] === ' ' ? start + 1 : start;
  if (!CJK_START.test(text[at] ?? '')) return null;

  const word = cjkWords.find((candidate) => text.startsWith(candidate, at));
  if (!word) return null;

  const found = known.get(word)!;
  return { ...found, unit: found.unit || word, end: at + word.length };
}
