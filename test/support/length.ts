/** Scales the tests of the project `long`: short in `npm test`, in full with TESTS=full, as `.ci/run` does. */
export const isFull = process.env.TESTS === 'full';

export const scaled = <Value>(length: { short: Value; full: Value }): Value => (isFull ? length.full : length.short);
