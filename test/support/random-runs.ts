/** Options for fast-check: the same seed every time, so that a failing run can be repeated. */
import { scaled } from './test-length.ts';

/** SEED chooses other values, RUNS multiplies how many are tried. Short runs try a quarter, at least 10. */
export const randomRuns = (numRuns = 100) => ({
  seed: Number(process.env.SEED ?? 20_261_121),
  numRuns: scaled({ short: Math.max(10, Math.ceil(numRuns / 4)), full: numRuns }) * Number(process.env.RUNS ?? 1),
});
