/** Finds the words that differ between two texts, by Myers' algorithm (An O(ND) Difference Algorithm, 1986). */

export interface WordChange {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Scripts without spaces between words are compared by character. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
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
  const matches = a.length === 0 || b.length === 0 ? [] : matchWords(a, b, limit);
  const changes: WordChange[] = [];
  let [x, y] = [0, 0];
  for (const [toX, toY] of [...(matches ?? []), [a.length, b.length] as const]) {
    changes.push({ change: 'removed', text: a.slice(x, toX).join('') });
    changes.push({ change: 'added', text: b.slice(y, toY).join('') });
    if (toX < a.length) changes.push({ change: 'same', text: a[toX]! });
    [x, y] = [toX + 1, toY + 1];
  }
  const edits = matches ? a.length + b.length - 2 * matches.length : limit;
  return { changes, edits: Math.min(edits, limit) };
}

/** Returns the positions of equal words in both texts, or null if more words differ than the limit allows. */
function matchWords(a: string[], b: string[], limit: number): [x: number, y: number][] | null {
  const origin = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  /** For each number of edits, the reach before it. */
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    history.push(reach.slice(origin - edits - 1, origin + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const isInsert = k === -edits || (k !== edits && reach[origin + k - 1]! < reach[origin + k + 1]!);
      let x = isInsert ? reach[origin + k + 1]! : reach[origin + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[origin + k] = x;
      if (x >= a.length && x - k >= b.length) return traceBack(history, a.length, b.length);
    }
  }
  return null;
}

function traceBack(history: Int32Array[], endX: number, endY: number): [number, number][] {
  const matches: [number, number][] = [];
  let [x, y] = [endX, endY];
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const reach = (k: number) => history[edits]![k + edits + 1]!;
    const k = x - y;
    const isInsert = k === -edits || (k !== edits && reach(k - 1) < reach(k + 1));
    const fromX = edits === 0 ? 0 : isInsert ? reach(k + 1) : reach(k - 1);
    const fromY = edits === 0 ? 0 : fromX - (isInsert ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      matches.push([x, y]);
    }
    [x, y] = [fromX, fromY];
  }
  return matches.reverse();
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
