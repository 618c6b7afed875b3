/** Chance that can be repeated: one seed, one course of events. */

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

/** `count` different places among `of`, neither first nor last. */
export function pickPlaces(random: () => number, count: number, of: number): Set<number> {
  const places = new Set<number>();
  while (places.size < Math.min(count, of - 2)) places.add(1 + Math.floor(random() * (of - 2)));
  return places;
}
