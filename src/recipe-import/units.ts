/** Recognizes units: canonical codes and other known words. */
import { lazy } from '../lib/lazy.ts';
import { anyText, openTable } from '../lib/table.ts';

export interface ReadUnit {
  /** A canonical code such as `tbsp`, or the word as written. */
  unit: string;
  /** The multiple of the unit that the word means: 10 for dekagrams in `g`. */
  factor: number;
  canonical: boolean;
  /** The word means one where no number stands before it: "handful of parsley". */
  isOneAlone: boolean;
  /** The index after the unit and its full stop. */
  end: number;
}

/** Without a canonical code, the unit is the word as written. */
type KnownUnit = Pick<ReadUnit, 'factor' | 'isOneAlone'> & { code: string | null };

const codes = 'g|kg|mg|ml|cl|dl|l|tsp|tbsp|cup|floz|oz|lb|piece|pinch|clove|slice|can';

/**
 * Returns the key of a unit. Drops full stops, the marks inside Hebrew abbreviations, Arabic vowel signs and
 * zero-width joiners.
 */
export const unitKey = (words: string) =>
  words
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s._()\u2010-\u2012"'״׳\u064b-\u0652\p{Join_Control}-]/gu, '');

const CJK_START = /[぀-ヿ㐀-鿿]/;
const LETTER = '[\\p{L}\\p{M}\\p{Join_Control}.]';
const HEBREW_MARK = `(?<=\\p{Script=Hebrew})["״׳'](?=[\\p{Script=Hebrew}\\s])`;
const TOKEN = new RegExp(`\\s{0,2}-?((?:${LETTER}|${HEBREW_MARK}){1,25}|\\([\\p{L}\\p{M}]{1,12}\\))`, 'uy');

const rows = openTable('units.tsv', {
  language: '[a-z]{2,3}',
  unit: `-|(?:\\d{1,3} )?(?:${codes})`,
  default_amount: '[-1]',
  words: anyText,
});

/** The words of a language that are no unit of ours, in lower case: bunch, sprigs. */
export const unitWordsOf = (language: string): string[] =>
  rows(language).flatMap(({ unit, words }) => (unit === '-' ? words.split(', ') : []));

const englishUnits = lazy(
  () => new Set([...rows('en'), ...rows('mul')].flatMap(({ words }) => words.split(', ').map(unitKey))),
);

/** True for words of an English recipe, and for those of many languages. */
export const isEnglishUnit = (word: string): boolean =>
  LETTERS.has(word.replace(/\.$/, '')) || /^t(?:able|ea)spo/i.test(word) || englishUnits().has(unitKey(word));

/** The words of all languages, by key. */
const units = lazy(() => {
  const byKey = new Map<string, KnownUnit>();
  for (const { unit, default_amount, words } of rows()) {
    const [code = '', factor = '1'] = unit.split(' ').toReversed();
    const known = { code: code === '-' ? null : code, factor: Number(factor), isOneAlone: default_amount === '1' };
    for (const word of words.split(', ')) byKey.set(unitKey(word), known);
  }
  return byKey;
});

const cjkWords = lazy(() =>
  [...units().keys()].filter((word) => CJK_START.test(word)).sort((a, b) => b.length - a.length),
);

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
      longest = toReadUnit(found, ownWord(text.slice(start, at)), at);
  }

  return longest;
}

const toReadUnit = ({ code, factor, isOneAlone }: KnownUnit, word: string, end: number): ReadUnit => ({
  unit: code ?? word,
  factor,
  canonical: code !== null,
  isOneAlone,
  end,
});

/** "ст.л.сахара": returns the index after the full stop of a unit that is joined to its food, or -1. */
function endOfAbbreviation(before: string, token: string): number {
  const stop = token.lastIndexOf('.') + 1;
  return stop > 0 && stop < token.length - 2 && findUnit(before + token.slice(0, stop)) ? stop : -1;
}

/** Returns the canonical code of a word, or null: "Esslöffel" is `tbsp`. */
export const canonicalUnit = (words: string): string | null => findUnit(words.slice(0, 60))?.code ?? null;

function ownWord(written: string): string {
  const word = written.trim().replace(/^-|\.$/g, '');
  return word === word.toUpperCase() ? word.toLowerCase() : word;
}

function findUnit(words: string): KnownUnit | undefined {
  const letter = LETTERS.get(words.replace(/\.$/, ''));
  if (letter) return plain(letter);

  const key = unitKey(words);
  if (/^tablespo{1,2}n?s?$/.test(key)) return plain('tbsp');
  return /^teaspo{1,2}n?s?$/.test(key) ? plain('tsp') : units().get(key);
}

const plain = (code: string): KnownUnit => ({ code, factor: 1, isOneAlone: false });

function readCjk(text: string, start: number): ReadUnit | null {
  const at = text[start] === ' ' ? start + 1 : start;
  if (!CJK_START.test(text[at] ?? '')) return null;

  const word = cjkWords().find((candidate) => text.startsWith(candidate, at));
  return word === undefined ? null : toReadUnit(units().get(word)!, word, at + word.length);
}
