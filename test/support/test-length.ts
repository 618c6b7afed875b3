/** Scales the longest tests: short by default, in full with TESTS=full. */
export const isFull = process.env.TESTS === 'full';

/** All, or in the short form every nth of them. */
export const sampled = <Value>(all: Value[], every: number): Value[] =>
  isFull ? all : all.filter((_, at) => at % every === 0);

export const scaled = <Value>(length: { short: Value; full: Value }): Value => (isFull ? length.full : length.short);
