/** Pairs the entries of two lists, and puts the pairs into the order in which a difference shows them. */

/** Positions of an entry in both lists. */
export type Pair = [before: number, after: number];

/** Pairs entries with equal keys in order. Entries that are paired already, or without a key, stay out. */
export function pairByKey<T>(
  before: T[],
  after: T[],
  pairs: Pair[],
  keyOf: (entry: T) => string | null,
): Pair[] {
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
export type Aligned = [before: number | null, after: number | null];

/** The order of the second list. What was removed stands where it was, before what took its place. */
export function align(beforeCount: number, afterCount: number, pairs: Pair[]): Aligned[] {
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
export function movedPairs(pairs: Pair[]): Set<Pair> {
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
