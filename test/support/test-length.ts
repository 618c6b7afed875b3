/** Scales the longest tests: short by default, in full with TESTS=full. */
export const isFull = process.env.TESTS === 'full';

export const scaled = <Value>(length: { short: Value; full: Value }): Value => (isFull ? length.full : length.short);
