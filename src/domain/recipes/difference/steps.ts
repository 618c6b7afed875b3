/** Compares the steps of two recipes. Steps are matched by their text, then by common words. */
import type { RecipeState } from '../../../recipe-import/recipe-state.ts';
import { align, movedPairs, type Pair, pairByKey } from './align.ts';
import { type CompareWords, splitWords, type WordChange } from './words.ts';

type StepState = RecipeState['steps'][number];

export interface StepChange {
  /** A moved step may have changed words as well. */
  change: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  /** Position in the earlier recipe. Null if it was added. */
  before: number | null;
  /** Position in the later recipe. Null if it was removed. */
  after: number | null;
  name: WordChange[];
  content: WordChange[];
  /** Seconds, in the earlier and in the later recipe. */
  duration: [before: number | null, after: number | null];
}

const none: StepState = { name: '', content: '', duration: null };

export function compareSteps(
  before: StepState[],
  after: StepState[],
  compareWords: CompareWords,
): StepChange[] {
  const exact = pairByKey(before, after, [], (step) =>
    JSON.stringify([step.name, step.content, step.duration]),
  );
  const pairs = pairSimilar(before, after, exact);
  const moved = new Map([...movedPairs(pairs)].map(([, at]) => [at, true]));

  return align(before.length, after.length, pairs).map(([from, to]) => {
    const [former, current] = [from === null ? none : before[from]!, to === null ? none : after[to]!];
    const step = {
      ...{ before: from, after: to },
      name: compareWords(former.name, current.name),
      content: compareWords(former.content, current.content),
      duration: [former.duration, current.duration] as [number | null, number | null],
    };
    if (from === null || to === null) return { change: from === null ? 'added' : 'removed', ...step };
    const isChanged =
      former.duration !== current.duration ||
      [...step.name, ...step.content].some(({ change }) => change !== 'same');
    return { change: moved.has(to) ? 'moved' : isChanged ? 'changed' : 'same', ...step };
  });
}

/** From 0 to 1. Steps that are less similar are different steps. */
const minSimilarity = 0.5;

/** Pairs what is left, the most similar first. */
function pairSimilar(before: StepState[], after: StepState[], pairs: Pair[]): Pair[] {
  const left = unpaired(
    before,
    pairs.map(([at]) => at),
  ).map((at) => ({ at, words: wordsOf(before[at]!) }));
  const right = unpaired(
    after,
    pairs.map(([, at]) => at),
  ).map((at) => ({ at, words: wordsOf(after[at]!) }));
  const candidates = left
    .flatMap((one) =>
      right.map((other) => ({ pair: [one.at, other.at] as Pair, score: similarity(one.words, other.words) })),
    )
    .filter(({ score }) => score >= minSimilarity)
    .sort((one, other) => other.score - one.score);
  const taken = { before: new Set<number>(), after: new Set<number>() };
  const found = candidates.flatMap(({ pair }): Pair[] => {
    if (taken.before.has(pair[0]) || taken.after.has(pair[1])) return [];
    taken.before.add(pair[0]);
    taken.after.add(pair[1]);
    return [pair];
  });
  return [...pairs, ...found];
}

const unpaired = (steps: StepState[], taken: number[]): number[] => {
  const known = new Set(taken);
  return steps.flatMap((_, at) => (known.has(at) ? [] : [at]));
};

/** Limits the time that long steps take. */
const maxWords = 300;

const wordsOf = ({ name, content }: StepState): Set<string> =>
  new Set(
    splitWords(`${name} ${content}`.toLowerCase())
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .slice(0, maxWords),
  );

/** The mean of the shared parts of both and of the shorter one, because a longer version is still the same step. */
function similarity(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  const shared = one.intersection(other).size;
  return shared / (one.size + other.size) + shared / (2 * Math.min(one.size, other.size));
}
