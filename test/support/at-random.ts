/**
 * What is tried at random is the same each time, so that a run that failed can be had again: SEED tries something else,
 * RUNS so many times as much of it.
 */
export const atRandom = (numRuns = 100) => ({
  seed: Number(process.env.SEED ?? 20_261_121),
  numRuns: numRuns * Number(process.env.RUNS ?? 1),
});
