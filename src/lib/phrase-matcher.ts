/** Finds many phrases in a text in one pass (Aho–Corasick), whatever case and spacing they have. */

export interface Phrase {
  text: string;
  /** Letters, digits and marks of the text must not continue the phrase. */
  wholeWord: boolean;
}

/** A phrase that ends at a state. The same phrase may be in the list several times. */
interface Ending {
  length: number;
  positions: number[];
  /** The next shorter phrase that ends there. */
  shorter: Ending | null;
}

interface State {
  next: Map<number, State>;
  /** The state of the longest suffix that is also the beginning of a phrase. */
  suffix: State | null;
  /** The longest phrases that end here. */
  anywhere: Ending | null;
  whole: Ending | null;
}

/** No item has a longer text. Some characters become 18 by compatibility. */
const maxTextLength = 200_000;

const newState = (): State => ({ next: new Map(), suffix: null, anywhere: null, whole: null });

/** Compatibility forms, case, spaces and invisible characters make no difference. */
export const normalisePhrase = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/gu, ' ')
    .trim();

/** Returns a function that finds the positions of the phrases that occur in one of the texts, in increasing order. */
export function compilePhrases(phrases: readonly Phrase[]): (texts: Iterable<string>) => number[] {
  const root = buildStates(phrases);

  function search(text: string, found: Set<number>): void {
    let state = root;
    for (let at = 0; at < text.length; at += 1) {
      state = step(root, state, text.charCodeAt(at));
      // If one was found before, so were the shorter ones.
      for (let each = state.anywhere; each && !isFound(each, found); each = each.shorter) add(each, found);
      if (!state.whole || !isBoundary(text, at + 1)) continue;
      for (let each: Ending | null = state.whole; each; each = each.shorter) {
        if (!isFound(each, found) && isBoundary(text, at + 1 - each.length)) add(each, found);
      }
    }
  }

  return (texts) => {
    const found = new Set<number>();
    for (const text of texts) search(normalisePhrase(text.slice(0, maxTextLength)), found);
    return [...found].sort((one, other) => one - other);
  };
}

const isFound = ({ positions: [first] }: Ending, found: Set<number>) => found.has(first!);

function add({ positions }: Ending, found: Set<number>): void {
  for (const position of positions) found.add(position);
}

function step(root: State, from: State, unit: number): State {
  let state = from;
  for (;;) {
    const next = state.next.get(unit);
    if (next) return next;
    if (!state.suffix) return root;
    state = state.suffix;
  }
}

function buildStates(phrases: readonly Phrase[]): State {
  const root = newState();
  for (const [index, { text, wholeWord }] of phrases.entries()) {
    const phrase = normalisePhrase(text);
    if (phrase === '') continue;
    let state = root;
    for (let at = 0; at < phrase.length; at += 1) {
      const unit = phrase.charCodeAt(at);
      const next = state.next.get(unit) ?? newState();
      state.next.set(unit, next);
      state = next;
    }
    const kind = wholeWord ? 'whole' : 'anywhere';
    state[kind] ??= { length: phrase.length, positions: [], shorter: null };
    state[kind].positions.push(index);
  }

  // Breadth first, so that shorter suffixes are complete.
  const queue: State[] = [root];
  for (const state of queue) {
    for (const [unit, next] of state.next) {
      const suffix = state.suffix ? step(root, state.suffix, unit) : root;
      next.suffix = suffix;
      next.anywhere = withShorter(next.anywhere, suffix.anywhere);
      next.whole = withShorter(next.whole, suffix.whole);
      queue.push(next);
    }
  }
  return root;
}

const withShorter = (own: Ending | null, shorter: Ending | null): Ending | null =>
  own ? { ...own, shorter } : shorter;

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
/**
 * Scripts that write words without spaces, or join particles to them. A word may begin and end at each of their
 * characters.
 */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** True unless the characters before and after belong to one word. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const before = characterBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at)!);
  const continues = (character: string) => wordCharacter.test(character) && !unspaced.test(character);
  return !(continues(before) && continues(after));
}

function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff;
  return String.fromCodePoint(text.codePointAt(isLow && at > 1 ? at - 2 : at - 1)!);
}
