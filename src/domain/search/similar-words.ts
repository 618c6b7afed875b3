/** Widens what was typed into a search: to words that begin with it or contain it, and to words without its errors. */
import { selectMisspelled, selectSimilarWords } from '../../db/sql/search-words.ts';
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

export interface TypedText {
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

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const beginningWith = (lexeme: string) => `${quoted(lexeme)}:*`;
const reversed = (text: string) => [...text].reverse().join('');

/** Longer searches say enough as they are. */
const maxWidened = 8;
const minBeginning = 3;
const minPart = 4;

/** `spätzle` is also written `spaetzle`, and the other way round. */
function otherSpelling(word: string): string | null {
  const plain = word.toLowerCase().normalize('NFC');
  const long = plain.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
  if (long !== plain) return long;
  const short = plain.replace(/([aou])e/g, '$1');
  return short === plain ? null : short;
}

type SimilarWords = Awaited<ReturnType<typeof selectSimilarWords>>[number];

/**
 * Returns a tsquery for recipes with words that begin with the typed ones, end with them or contain them. Empty if it
 * would find nothing else.
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
  const last = words.at(-1)!;
  const clauses = new Map(
    words.map((word, place) => {
      const from = spellings.slice(0, place).flat().length;
      return [word, clauseOf(word, rows.slice(from, from + spellings[place]!.length), word === last)];
    }),
  );
  const queries = alternatives.map((each) => each.map((word) => clauses.get(word)!).filter(Boolean));
  return queries
    .filter((each) => each.length > 0)
    .map((each) => `(${each.join('&')})`)
    .join('|');
}

/** Empty for a word that need not be there. */
function clauseOf({ text, isPhrase, isRun }: TypedWord, rows: SimilarWords[], isLast: boolean): string {
  const stems = [...new Set(rows.flatMap((row) => row.stems))];
  if (isPhrase) return anyOf(rows.map(({ phrase }) => phrase).filter(Boolean));
  if (isRun) {
    const terms = termsOfPart(text).map((term) => quoted(`=${term}`));
    return anyOf([...stems.map(quoted), ...(terms.length > 0 ? [`(${terms.join('&')})`] : [])]);
  }
  if (rows.some((row) => row.is_stop) && !isLast) return '';
  const lexemes = rows.flatMap((row) => row.lexemes);
  const folded = rows.map((row) => row.folded).filter((each) => each.length >= (isLast ? minBeginning : minPart));
  const endings = [...new Set([...folded, ...stems])].filter((each) => each.length >= minPart);
  return anyOf([
    ...stems.filter((stem) => !folded.some((each) => stem.startsWith(each))).map(quoted),
    ...folded.map(beginningWith),
    ...endings.map((ending) => beginningWith(`=e:${reversed(ending)}`)),
    ...new Set(lexemes.filter((each) => !stems.includes(each)).map(quoted)),
  ]);
}

const anyOf = (queries: string[]): string => (queries.length === 0 ? '' : `(${queries.join('|')})`);

// Corrects typing errors

/** Errors that a word of so many letters may have. Other words are too near to short ones. */
const maxErrors = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

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

const maxPerWord = 4;
const maxCorrections = 4;

/**
 * Returns texts in which misspelled words are replaced by words of recipes, the most similar first, at most 4.
 * @param isFound whether a word finds something, so that it is no error
 */
export async function correct(
  { text, alternatives }: TypedText,
  isFound: (word: string) => Promise<boolean>,
): Promise<CorrectedText[]> {
  const words = alternatives.flat().filter(({ isPhrase, isRun }) => !isPhrase && !isRun);
  if (words.length === 0 || words.length > maxWidened) return [];
  const keys = words.map((word) => keyOf(word.text));
  const similar = await selectMisspelled(
    db,
    keys,
    keys.map((key) => maxErrors([...key].length)),
  );
  const wrong: { word: TypedWord; corrections: Correction[] }[] = [];
  for (const [place, word] of words.entries()) {
    const corrections = similar
      .filter((row) => row.place === place)
      .map((row) => ({ word: row.word, errors: errorsOf(keys[place]!, row.key) }))
      .filter(({ errors }) => errors <= maxErrors(keys[place]!.length) + 0.5)
      .toSorted((a, b) => a.errors - b.errors)
      .slice(0, maxPerWord);
    if (corrections.length > 0 && !(await isFound(word.text))) wrong.push({ word, corrections });
  }
  if (wrong.length === 0) return [];
  return combine(text, wrong);
}

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
