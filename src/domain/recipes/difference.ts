/** Compares recipes. */
import { hash } from 'node:crypto';
import { diffArrays } from 'diff';
import { convertDetails, emptyDetails } from '../../db/recipe-details.ts';
import { createCache } from '../../lib/cache.ts';
import { durationText } from '../../lib/duration.ts';
import type { IngredientDraft, RecipeState, StateDetails } from '../../recipe-import/draft.ts';
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import { type Recipe, toIngredientDraft } from '../items/eventable.ts';
import { ingredientAmount } from './amount-text.ts';
import { dietText, plainServings } from './text.ts';

// Finds the words that differ between two texts

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

const splitWords = (text: string): string[] => text.match(wordPattern) ?? [];

/** The most words that may differ within one text. Beyond that the whole text counts as replaced. */
const maxEdits = 400;
/** The most words that may differ within one recipe, because the time grows with their number. */
const maxEditsInAll = 3_000;

/** The most characters of one recipe that are compared by words. */
const maxCharactersInAll = 500_000;

type CompareWords = (before: string, after: string) => WordChange[];

/** Returns a function for the texts of one recipe, which share a limit. */
function wordComparison(): CompareWords {
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

// Pairs the entries of two lists, and puts the pairs into the order in which a difference shows them

/** Positions of an entry in both lists. */
type Pair = [before: number, after: number];

/** Pairs entries with equal keys in order. Entries that are paired already, or without a key, stay out. */
function pairByKey<T>(before: T[], after: T[], pairs: Pair[], keyOf: (entry: T) => string | null): Pair[] {
  const taken = { before: new Set(pairs.map(([at]) => at)), after: new Set(pairs.map(([, at]) => at)) };
  const waiting = new Map<string, number[]>();
  for (const [at, entry] of before.entries()) {
    const key = taken.before.has(at) ? null : keyOf(entry);
    if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), at]);
  }
  const found = after.flatMap((entry, at): Pair[] => {
    const key = taken.after.has(at) ? null : keyOf(entry);
    const match = key === null ? undefined : waiting.get(key)?.shift();
    return match === undefined ? [] : [[match, at]];
  });
  return [...pairs, ...found];
}

/** Null stands for an entry that is missing in that list. */
type Aligned = [before: number | null, after: number | null];

/** The order of the second list. What was removed stands where it was, before what took its place. */
function align(beforeCount: number, afterCount: number, pairs: Pair[]): Aligned[] {
  const beforeOf = new Map(pairs.map(([before, after]) => [after, before]));
  const paired = new Set(pairs.map(([before]) => before));
  const removed = Array.from({ length: beforeCount }, (_, at) => at).filter((at) => !paired.has(at));
  /** For each entry of the second list, the position of the next entry that both lists have. */
  const nextPaired: number[] = [];
  for (let after = afterCount - 1; after >= 0; after -= 1)
    nextPaired[after] = beforeOf.get(after) ?? nextPaired[after + 1] ?? beforeCount;

  const aligned: Aligned[] = [];
  for (let after = 0; after < afterCount; after += 1) {
    while (removed.length > 0 && removed[0]! < nextPaired[after]!) aligned.push([removed.shift()!, null]);
    aligned.push([beforeOf.get(after) ?? null, after]);
  }
  return [...aligned, ...removed.map((at): Aligned => [at, null])];
}

/** Returns the pairs that stand outside the longest common order of both lists. */
function movedPairs(pairs: Pair[]): Set<Pair> {
  const ordered = pairs.toSorted((one, other) => one[1] - other[1]);
  // The last pair of the best increasing sequence of each length, and the pair before each pair.
  const tails: Pair[] = [];
  const previous = new Map<Pair, Pair | undefined>();
  for (const pair of ordered) {
    const found = tails.findIndex(([before]) => before >= pair[0]);
    const length = found === -1 ? tails.length : found;
    previous.set(pair, tails[length - 1]);
    tails[length] = pair;
  }
  const kept = new Set<Pair>();
  for (let pair = tails.at(-1); pair; pair = previous.get(pair)) kept.add(pair);
  return new Set(pairs.filter((pair) => !kept.has(pair)));
}

// Compares the yield, times, kinds and sources of two recipes, as texts for a cook

const time = (seconds: number | null | undefined): string | null => (seconds ? durationText(seconds) : null);
const list = (entries: string[]): string | null => entries.join(', ') || null;

/** Example: `saturatedFatContent` is "saturated fat". */
const nutrientText = ([nutrient, amount]: [string, string]): string =>
  `${nutrient.replace(/Content$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${amount}`;

/** The text of each detail, null if there is none. Yield and its unit are one. */
function detailTexts(details: StateDetails) {
  const { restTime, totalTime, nutrition, credit, videoUrl, ...kinds } = convertDetails(
    { ...emptyDetails, ...details },
    {
      seconds: time,
      texts: list,
      diets: (diets) => list(diets.map(dietText)),
      nutrition: (nutrition) => list(Object.entries(nutrition).map(nutrientText)),
      credit: (credit) => list([credit?.name, credit?.site].filter((each) => each != null)),
      rating: (rating) => rating && `${rating.value} (${rating.count})`,
    },
  );
  return {
    serving: plainServings(details.serving, details.servingType ?? null),
    prepTime: time(details.prepTime),
    cookTime: time(details.cookTime),
    restTime,
    totalTime,
    ...kinds,
    nutrition,
    credit,
    sourceUrl: details.sourceUrl ?? null,
    videoUrl,
  };
}

type DetailField = keyof ReturnType<typeof detailTexts>;

export const comparedDetails = Object.keys(detailTexts({ serving: 1 })) as DetailField[];

interface DetailChange {
  field: DetailField;
  /** Null if there was none. */
  before: string | null;
  after: string | null;
}

/** Returns only the details that differ. */
function compareDetails(before: StateDetails, after: StateDetails): DetailChange[] {
  const [former, current] = [detailTexts(before), detailTexts(after)];
  return comparedDetails
    .map((field) => ({ field, before: former[field], after: current[field] }))
    .filter((change) => change.before !== change.after);
}

// Compares two ingredient lists. Ingredients are matched by the food that they name.

export interface IngredientChange {
  /** `moved` is an unchanged line under another heading. */
  change: 'same' | 'added' | 'removed' | 'changed' | 'moved';
  /** The heading, in the later list unless it was removed. */
  group: string | null;
  /** The line, in both lists. */
  words: WordChange[];
}

function compareIngredients(
  before: IngredientDraft[],
  after: IngredientDraft[],
  locale: string,
  compareWords: CompareWords,
): IngredientChange[] {
  const food = ({ name }: IngredientDraft) => canonicalFood(name, locale).key;
  const inGroup = (key: (each: IngredientDraft) => string) => (each: IngredientDraft) =>
    `${each.group ?? ''}\n${key(each)}`;
  const line = (each: IngredientDraft) => lineOf(each, locale);
  let pairs = pairByKey(before, after, [], inGroup(line));
  for (const key of [inGroup(food), line, food]) pairs = pairByKey(before, after, pairs, key);

  return align(before.length, after.length, pairs).map(([from, to]) => {
    const [former, current] = [from === null ? null : before[from]!, to === null ? null : after[to]!];
    const words = compareWords(former ? line(former) : '', current ? line(current) : '');
    const { group } = (current ?? former)!;
    if (!former || !current) return { change: former ? 'removed' : 'added', group, words };
    if (words.some(({ change }) => change !== 'same')) return { change: 'changed', group, words };
    return { change: former.group === current.group ? 'same' : 'moved', group, words };
  });
}

/** Lines in other languages than English stay as their author wrote them. */
function lineOf(ingredient: IngredientDraft, locale: string): string {
  const { name, note, optional, originalText } = ingredient;
  if (originalText && !/^(en|und)/.test(locale)) return originalText;
  const line = [ingredientAmount(ingredient, locale), name].filter(Boolean).join(' ');
  return `${line}${note ? `, ${note}` : ''}${optional ? ' (optional)' : ''}`;
}

// Compares the steps of two recipes. Steps are matched by their text, then by common words.

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

function compareSteps(before: StepState[], after: StepState[], compareWords: CompareWords): StepChange[] {
  const exact = pairByKey(before, after, [], (step) => JSON.stringify([step.name, step.content, step.duration]));
  const pairs = pairSimilar(before, after, exact);
  const moved = new Map([...movedPairs(pairs)].map(([, at]) => [at, true]));

  return align(before.length, after.length, pairs).map(([from, to]) => {
    const [former, current] = [from === null ? none : before[from]!, to === null ? none : after[to]!];
    const step = {
      before: from,
      after: to,
      name: compareWords(former.name, current.name),
      content: compareWords(former.content, current.content),
      duration: [former.duration, current.duration] as [number | null, number | null],
    };
    if (from === null || to === null) return { change: from === null ? 'added' : 'removed', ...step };
    const isChanged =
      former.duration !== current.duration || [...step.name, ...step.content].some(({ change }) => change !== 'same');
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

// Compares two states of a recipe, or a fork with its original

export interface Difference {
  name: WordChange[];
  description: WordChange[];
  /** All ingredients, also unchanged ones. */
  ingredients: IngredientChange[];
  /** All steps, also unchanged ones. */
  steps: StepChange[];
  /** Only those that differ. */
  details: DetailChange[];
}

/** Characters of the states that were compared. A difference takes about as much memory as they do. */
const maxCachedCharacters = 4_000_000;
const cache = createCache<string, Difference>({ maxSize: maxCachedCharacters });

/** `locale` is the language of the later one, by which ingredients are read. Do not change what it returns. */
export function compareRecipes(before: RecipeState, after: RecipeState, locale: string): Difference {
  const states = JSON.stringify([before, after, locale]);
  const key = hash('sha256', states, 'base64');
  const difference = cache.get(key) ?? compare(before, after, locale);
  cache.set(key, difference, { size: states.length });
  return difference;
}

function compare(before: RecipeState, after: RecipeState, locale: string): Difference {
  const compareWords = wordComparison();
  return {
    name: compareWords(before.name, after.name),
    ingredients: compareIngredients(before.ingredients, after.ingredients, locale, compareWords),
    steps: compareSteps(before.steps, after.steps, compareWords),
    description: compareWords(before.description, after.description),
    details: compareDetails(before.details, after.details),
  };
}

export const isEmptyDifference = ({ name, description, ingredients, steps, details }: Difference): boolean =>
  [...name, ...description, ...ingredients, ...steps].every(({ change }) => change === 'same') && details.length === 0;

/** Links and pictures are left out. */
export function toState(recipe: Recipe): RecipeState {
  const { name, content, ingredients, steps, serving, servingType, prepTime, cookTime, sourceUrl } = recipe;
  const present = Object.entries({ servingType, prepTime, cookTime, sourceUrl, ...recipe.details });
  return {
    name,
    description: content,
    ingredients: ingredients.map(toIngredientDraft),
    steps: steps.map((step) => ({ name: step.name, content: step.content, duration: step.duration })),
    details: {
      ...(Object.fromEntries(present.filter(([, value]) => value !== null)) as Omit<StateDetails, 'serving'>),
      serving,
    },
  };
}
