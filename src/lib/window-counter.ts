/** Counts amounts per key within a fixed time window, in the memory of this process. */
import { createCache } from './cache.ts';

export interface WindowCounter {
  /** Adds an amount. Returns whether the key is still within its quota. */
  take(key: string, amount?: number): boolean;
  isExhausted(key: string): boolean;
  /** Seconds until the window of the key ends, at least 1. */
  secondsLeft(key: string): number;
}

/** Bounded, because strangers choose the keys. The least recently used are forgotten first. */
const maxKeys = 10_000;

/** The window of a key starts when something is first counted for it. */
export function windowCounter({ quota, windowMs }: { quota: number; windowMs: number }): WindowCounter {
  const counts = createCache<string, { used: number }>({ max: maxKeys, ttl: windowMs });
  return {
    take(key, amount = 1) {
      const count = counts.get(key);
      if (count) count.used += amount;
      else counts.set(key, { used: amount });
      return (count?.used ?? amount) <= quota;
    },
    isExhausted: (key) => (counts.get(key)?.used ?? 0) >= quota,
    secondsLeft: (key) => Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1_000)),
  };
}
