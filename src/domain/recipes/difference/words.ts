/** Finds the words that differ between two texts. */
import { diffArrays } from 'diff';

export interface WordChange {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Scripts without spaces between words are compared by character. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const wordPattern = new RegExp(
  String.raw`\s+|[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+|[^\s\p{L}\p{N}\p{M}]`,
  'gu',
);

export const splitWords = (text: string): string[] => text.match(wordPattern) ?? [];

/** The most words that may differ within one text. Beyond that the whole text counts as replaced. */
const maxEdits = 400;
/** The most words that may differ within one recipe, because the time grows with their number. */
const maxEditsInAll = 3_000;

/** The most characters of one recipe that are compared by words. */
const maxCharactersInAll = 500_000;

export type CompareWords = (before: string, after: string) => WordChange[];

/** Returns a function for the texts of one recipe, which share a limit. */
export function wordComparison(): CompareWords {
  let remaining = maxEditsInAll;
  let characters = maxCharactersInAll;
  return (before, after) => {
    if (before === after) return before === '' ? [] : [{ change: 'same', text: before }];
    characters -= before.length + after.length;
    if (characters < 0)
      return joinSegments([
        { change: 'removed', text: before },
        { change: 'added', text: after },
      ]);
    const [a, b] = [splitWords(before), splitWords(after)];
    const start = commonLength(a, b, (words, index) => words[index]);
    const end = commonLength(a.slice(start), b.slice(start), (words, index) => words[words.length - 1 - index]);
    const [midA, midB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    const found = compareMiddle(midA, midB, Math.min(maxEdits, remaining));
    remaining -= found.edits;
    return joinSegments([
      { change: 'same', text: a.slice(0, start).join('') },
      ...found.changes,
      { change: 'same', text: a.slice(a.length - end).join('') },
    ]);
  };
}

function commonLength(a: string[], b: string[], at: (words: string[], index: number) => string | undefined) {
  let length = 0;
  while (length < Math.min(a.length, b.length) && at(a, length) === at(b, length)) length += 1;
  return length;
}

/** Also returns how many edits it looked at. */
function compareMiddle(a: string[], b: string[], limit: number): { changes: WordChange[]; edits: number } {
  const isComparable = a.length > 0 && b.length > 0;
  const found = isComparable ? diffArrays(a, b, { maxEditLength: limit }) : undefined;
  if (!found) {
    const changes = [{ change: 'removed', text: a.join('') } as const, { change: 'added', text: b.join('') } as const];
    return { changes, edits: isComparable ? limit : 0 };
  }
  const changes = found.map(({ added, removed, value }): WordChange => {
    return { change: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') };
  });
  return { changes, edits: found.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) };
}

/** Joins neighbours, and takes the spaces between two changes into both, so that phrases stay together. */
function joinSegments(changes: WordChange[]): WordChange[] {
  const joined: WordChange[] = [];
  let pending = { removed: '', added: '' };
  const flush = () => {
    for (const change of ['removed', 'added'] as const)
      if (pending[change] !== '') joined.push({ change, text: pending[change] });
    pending = { removed: '', added: '' };
  };
  const given = changes.filter(({ text }) => text !== '');
  for (const [index, { change, text }] of given.entries()) {
    const isBetween = index > 0 && index < given.length - 1 && given[index + 1]!.change !== 'same';
    const isOpen = pending.removed !== '' && pending.added !== '';
    if (change !== 'same') pending[change] += text;
    else if (isBetween && isOpen && text.trim() === '') {
      pending.removed += text;
      pending.added += text;
    } else {
      flush();
      const last = joined.at(-1);
      if (last?.change === 'same') last.text += text;
      else joined.push({ change, text });
    }
  }
  flush();
  return joined;
}
