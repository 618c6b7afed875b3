/** Widens what was typed into a search: to words that contain it, and to words without its errors. */
import { selectMisspelled, selectSimilarWords } from '../../db/sql/search-wider.ts';
import { db } from '../../db/statement.ts';
import { keyOf, termsOfPart, wordsIn } from '../items/search-words.ts';

// Splits what a person types

interface TypedWord {
  text: string;
  /** Where it begins in the typed text. */
  index: number;
  /** In quotation marks, so that nothing similar is meant. */
  isPhrase: boolean;
  /** In writing without spaces between words. */
  isRun: boolean;
}

interface TypedText {
  text: string;
  /** The words of one of the lists are meant. Excluded words are left out. */
  alternatives: TypedWord[][];
}

const maxParts = 20;

/** Words, phrases in quotation marks and excluded words, as PostgreSQL's websearch_to_tsquery splits them. */
export const partsOf = (text: string): RegExpExecArray[] =>
  [...text.matchAll(/-?"[^"]*"|\S+/g)].filter(([part]) => /[\p{L}\p{N}]/u.test(part)).slice(0, maxParts);

export const isExcluded = (part: string): boolean => /^-./.test(part);

export function readTyped(text: string): TypedText {
  const alternatives: TypedWord[][] = [[]];
  for (const { 0: part, index } of partsOf(text)) {
    if (isExcluded(part)) continue;
    if (part.toLowerCase() === 'or') alternatives.push([]);
    else if (part.startsWith('"')) alternatives.at(-1)!.push({ text: part, index, isPhrase: true, isRun: false });
    else
      for (const word of wordsIn(part))
        alternatives.at(-1)!.push({ ...word, index: index + word.index, isPhrase: false });
  }
  return { text, alternatives: alternatives.filter((words) => words.length > 0) };
}

// Builds the tsquery of similar words

/** A lexeme in a tsquery. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Longer searches say enough as they are. */
const maxWidened = 8;
/** Of all words together, beside the typed ones. */
const maxSimilar = 40;
/** A beginning of three letters has many words, of which each is in many recipes. The shortest are meant most often. */
const maxOfBeginning = 8;

/** `spätzle` is also written `spaetzle`, and the other way round. */
function otherSpelling(word: string): string | null {
  const plain = word.toLowerCase().normalize('NFC');
  const long = plain.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
  if (long !== plain) return long;
  const short = plain.replace(/([aou])e/g, '$1');
  return short === plain ? null : short;
}

type SimilarWords = Awaited<ReturnType<typeof selectSimilarWords>>[number];

/** What a recipe must have of a word. */
interface Clause {
  /** A tsquery. Empty if the word need not be there. */
  query: string;
  /** It finds more than the word as typed. */
  isWider: boolean;
}

/**
 * Returns a tsquery for recipes with words that contain the typed ones, or are spelled otherwise. Empty if it would
 * find nothing else.
 */
export async function widen({ alternatives }: TypedText): Promise<string> {
  const words = alternatives.flat();
  if (words.length > maxWidened || words.every(({ isPhrase }) => isPhrase)) return '';
  const spellings = words.map((word) => {
    const other = word.isPhrase || word.isRun ? null : otherSpelling(word.text);
    return other === null ? [word.text] : [word.text, other];
  });
  const asked = spellings.flat();
  const rows = await selectSimilarWords(db, asked, asked.map(keyOf));
  const maxOfWord = Math.floor(maxSimilar / words.length);
  const clauses = new Map(
    words.map((word, place) => {
      const from = spellings.slice(0, place).flat().length;
      const found = rows.slice(from, from + spellings[place]!.length);
      return [word, clauseOf(word, found, { maxOfWord, isLast: word === words.at(-1) })];
    }),
  );
  if (![...clauses.values()].some(({ isWider }) => isWider)) return '';
  return alternatives
    .map((each) => each.map((word) => clauses.get(word)!.query).filter(Boolean))
    .filter((each) => each.length > 0)
    .map((each) => `(${each.join('&')})`)
    .join('|');
}

function clauseOf(
  { text, isPhrase, isRun }: TypedWord,
  rows: SimilarWords[],
  { maxOfWord, isLast }: { maxOfWord: number; isLast: boolean },
): Clause {
  if (isPhrase) return { query: anyOf(rows.map(({ phrase }) => phrase).filter(Boolean)), isWider: false };
  const stems = [...new Set(rows.flatMap((row) => row.stems))];
  if (isRun) {
    const terms = termsOfPart(text).map((term) => quoted(`=${term}`));
    const parts = terms.length > 0 ? [`(${terms.join('&')})`] : [];
    return { query: anyOf([...stems.map(quoted), ...parts]), isWider: parts.length > 0 };
  }
  if (rows.some((row) => row.is_stop) && !isLast) return { query: '', isWider: false };
  const lexemes = [...new Set(rows.flatMap((row) => row.lexemes))].filter((each) => !stems.includes(each));
  const similar = lexemes.slice(0, [...text].length > 3 ? maxOfWord : Math.min(maxOfWord, maxOfBeginning));
  return { query: anyOf([...stems, ...similar].map(quoted)), isWider: similar.length > 0 };
}

export const anyOf = (queries: string[]): string => (queries.length === 0 ? '' : `(${queries.join('|')})`);

// Corrects typing errors

/** Errors that a word may have. Other words are too near to short ones. */
function maxErrors(key: string): number {
  const { length } = [...key];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * The number of typing errors between two words: letters that are missing, too many, wrong, or swapped with the next
 * one (Damerau and Levenshtein, restricted).
 */
export function typingErrors(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let [before, above] = [[] as number[], b.map((_, at) => at)];
  above.push(b.length);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let errors = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        errors = Math.min(errors, before[column - 2]! + 1);
      current.push(errors);
    }
    [before, above] = [above, current];
  }
  return above[b.length]!;
}

interface Correction {
  word: string;
  errors: number;
}

interface CorrectedText {
  text: string;
  errors: number;
}

const maxPerWord = 3;
const maxCorrections = 3;

/** Returns texts in which misspelled words are replaced by words of recipes, the most similar first, at most 3. */
export async function correct({ text, alternatives }: TypedText): Promise<CorrectedText[]> {
  const words = alternatives.flat().filter(({ isPhrase, isRun }) => !isPhrase && !isRun);
  if (words.length === 0 || words.length > maxWidened) return [];
  const keys = words.map((word) => keyOf(word.text));
  const similar = await selectMisspelled(
    db,
    words.map((word) => word.text),
    keys,
    keys.map(maxErrors),
  );
  const wrong = words
    .map((word, place) => {
      const rows = similar.filter((row) => row.place === place);
      // The word may be right, and another one wrong.
      const asTyped = rows.some((row) => row.is_in_recipes) ? [{ word: word.text, errors: 0 }] : [];
      return { word, corrections: [...asTyped, ...correctionsOf(keys[place]!, rows)] };
    })
    .filter(({ corrections }) => corrections.length > 0);
  return combine(text, wrong).filter(({ errors }) => errors > 0);
}

/** Among words with as many errors the longest comes first: people leave letters out more often than they add some. */
const correctionsOf = (key: string, similar: Awaited<ReturnType<typeof selectMisspelled>>): Correction[] =>
  similar
    .map((row) => ({ word: row.word, errors: errorsOf(key, row.key) }))
    .filter(({ errors }) => errors <= maxErrors(key) + 0.5)
    .toSorted((a, b) => a.errors - b.errors || b.word.length - a.word.length)
    .slice(0, maxPerWord);

/** People rarely mistake the first letter. */
const errorsOf = (typed: string, key: string): number => typingErrors(typed, key) + (typed[0] === key[0] ? 0 : 0.5);

function combine(text: string, wrong: { word: TypedWord; corrections: Correction[] }[]): CorrectedText[] {
  let texts: CorrectedText[] = [{ text, errors: 0 }];
  // The last word first, so that the places of the others stay.
  for (const { word, corrections } of wrong.toReversed()) {
    texts = texts
      .flatMap((each) =>
        corrections.map((correction) => ({
          text: each.text.slice(0, word.index) + correction.word + each.text.slice(word.index + word.text.length),
          errors: each.errors + correction.errors,
        })),
      )
      .toSorted((a, b) => a.errors - b.errors)
      .slice(0, maxCorrections);
  }
  return texts;
}
