/** A memory of what was used last, bounded by a weight such as bytes. */

export interface Lru<Value> {
  get(key: string | number): Value | undefined;
  set(key: string | number, value: Value): void;
  delete(key: string | number): void;
  clear(): void;
}

/** Values weigh 1 each unless `weigh` says otherwise; one heavier than `max` is not kept. */
export function createLru<Value>(max: number, weigh: (value: Value) => number = () => 1): Lru<Value> {
  const kept = new Map<string | number, { value: Value; weight: number }>();
  let total = 0;

  function drop(key: string | number): void {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    total -= entry.weight;
  }

  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      // A Map iterates in order of insertion: the one used longest ago comes first.
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },

    set(key, value) {
      drop(key);
      const weight = weigh(value);
      if (weight > max) return;
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= max) break;
        drop(oldest);
      }
    },

    delete: drop,

    clear() {
      kept.clear();
      total = 0;
    },
  };
}
