/** Reads words and parts of words, which the search index stores and searches look up. */

// Writing without spaces between words: search finds each two signs that follow each other, and single signs with a
// meaning of their own

const signs =
  '(?=[\\p{L}\\p{M}])[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}' +
  '\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const withoutSpaces = new RegExp(`(?:${signs})+`, 'gu');
const isMeaningful = (sign: string) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(sign);

/** Hiragana and katakana of a sound are one sign. */
const foldSigns = (text: string) =>
  text.normalize('NFKC').replace(/[\u30a1-\u30f6]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

const runsIn = (text: string): string[][] => (foldSigns(text).match(withoutSpaces) ?? []).map((run) => [...run]);
const pairsOf = (run: string[]) => run.slice(1).map((sign, before) => `p:${run[before]}${sign}`);

/** The terms of all parts of the words, for the index. */
export const partTerms = (text: string): string[] => [
  ...new Set(runsIn(text).flatMap((run) => [...run.filter(isMeaningful).map((sign) => `p:${sign}`), ...pairsOf(run)])),
];

/** The terms that a recipe has if it has the word as a part. Empty if it says too little. */
export const termsOfPart = (word: string): string[] =>
  runsIn(word).flatMap((run) => (run.length > 1 ? pairsOf(run) : run.filter(isMeaningful).map((sign) => `p:${sign}`)));

// Writing with letters

/** Letters that are no letter and accent in Unicode, and double letters that stand for one with an accent. */
const spellings: [RegExp, string][] = [
  [/ß/g, 'ss'],
  [/[øœ]/g, 'o'],
  [/æ/g, 'a'],
  [/ł/g, 'l'],
  [/[đð]/g, 'd'],
  [/ı/g, 'i'],
  [/ς/g, 'σ'],
  [/([aou])e/g, '$1'],
];

/** The form of a word in which words are compared: `Spätzle`, `Spaetzle` and `spatzle` are `spatzle`. */
export function keyOf(word: string): string {
  const bare = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC');
  return spellings.reduce((key, [from, to]) => key.replace(from, to), bare);
}

interface Word {
  text: string;
  /** Where it begins. */
  index: number;
  /** The writing has no spaces between words. */
  isRun: boolean;
}

const anyWord = new RegExp(`(?:${signs})+|(?:(?!${signs})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(anyWord)].map(({ 0: word, index }) => ({
    text: word,
    index,
    isRun: runsIn(word).length > 0,
  }));

const maxWords = 150;

interface IndexedWords {
  /** As written. */
  forms: string[];
  /** In lower case. */
  words: string[];
  keys: string[];
}

/** The words that searches complete and correct: those of 3 to 40 letters, each once, at most 150. */
export function indexedWords(texts: string[]): IndexedWords {
  const forms = new Map<string, string>();
  for (const { text, isRun } of texts.flatMap(wordsIn)) {
    const word = text.toLowerCase();
    if (forms.size === maxWords) break;
    if (!isRun && word.length >= 3 && word.length <= 40 && !/\p{N}/u.test(word) && !forms.has(word))
      forms.set(word, text);
  }
  const words = [...forms.keys()];
  return { forms: [...forms.values()], words, keys: words.map(keyOf) };
}
