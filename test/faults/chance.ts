/** Repeatable randomness from one seed. */

/** Mulberry32: numbers from 0 up to, not including, 1. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks `count` different positions among `of`, neither first nor last. */
export function pickPositions(random: () => number, count: number, of: number): Set<number> {
  const positions = new Set<number>();
  while (positions.size < Math.min(count, of - 2)) positions.add(1 + Math.floor(random() * (of - 2)));
  return positions;
}
