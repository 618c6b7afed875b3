/** Scales the longest tests: short by default, in full with TESTS=full. */
export const isFull = process.env.TESTS === 'full';

/** All, or in the short form every nth of them, beginning with the one at `from`. */
export const sampled = <Value>(all: Value[], every: number, from = 0): Value[] =>
  isFull ? all : all.filter((_, at) => at % every === from);

export const scaled = <Value>(length: { short: Value; full: Value }): Value => (isFull ? length.full : length.short);
