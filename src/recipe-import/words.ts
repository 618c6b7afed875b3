/** Lists the words of languages that recipes use, from src/reference-data/words.tsv, which explains their kinds. */
import { anyText, openTable } from '../lib/table.ts';

const kinds = [
  'about',
  'adjective',
  'and-a-half',
  'between',
  'between-after',
  'category',
  'difficulty',
  'duration',
  'equipment-heading',
  'every',
  'fraction',
  'fullness',
  'group-heading',
  'ingredients-heading',
  'language',
  'local-time-unit',
  'method-heading',
  'number',
  'nutrient',
  'optional',
  'other-heading',
  'overnight',
  'pan',
  'part',
  'preparation',
  'range',
  'recipe',
  'recipe-field',
  'servings',
  'size',
  'some',
  'some-after-name',
  'state',
  'step',
  'storage',
  'time-label',
  'time-unit',
  'to-taste',
  'yield-label',
] as const;
type WordKind = (typeof kinds)[number];

interface Word {
  word: string;
  meaning: string;
  /** BCP 47. */
  language: string;
}

const table = openTable('words.tsv', {
  kind: kinds.join('|'),
  language: '[a-z]{2,3}',
  meaning: anyText,
  words: anyText,
});

/** Returns the words of all languages. */
export function listWords(kind: WordKind): Word[] {
  const found: Word[] = [];
  for (const { language, meaning, words } of table(kind))
    for (const entry of words.split(', ')) for (const word of formsOf(entry)) found.push({ word, meaning, language });
  return found;
}

/** Returns the source of a regular expression that matches these words, the longest one first. */
export const anyOf = (kind: WordKind, isWanted = (_: Word) => true): string =>
  sourceOf(listWords(kind).filter(isWanted));

/** Returns the same for each meaning. */
export const anyOfEach = (kind: WordKind, isWanted = (_: Word) => true): [meaning: string, source: string][] =>
  [...Map.groupBy(listWords(kind).filter(isWanted), ({ meaning }) => meaning)].map(([meaning, words]) => [
    meaning,
    sourceOf(words),
  ]);

const sourceOf = (words: Word[]): string =>
  [...new Set(words.map(({ word }) => word))]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^$()[\]{}|/\\]/g, '\\$&'))
    .join('|');

/** Returns frisch, frische and frischer for `frisch(e|er)?`. */
function formsOf(entry: string): string[] {
  if (!entry.includes('(')) return [entry];
  const [group = '', endings = '', optional] = /\(([^()]*)\)(\?)?/.exec(entry) ?? [];
  return [...endings.split('|'), ...(optional ? [''] : [])].flatMap((ending) => formsOf(entry.replace(group, ending)));
}
