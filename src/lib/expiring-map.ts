/** A map that forgets: what is old, and beyond its size what was used longest ago. */

export interface ExpiringMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

/** `ttl` in ms, counted from `set`. */
export function expiringMap<Key, Value>({ max, ttl }: { max: number; ttl: number }): ExpiringMap<Key, Value> {
  // A Map iterates in order of insertion: what was used longest ago comes first.
  const entries = new Map<Key, { value: Value; expires: number }>();

  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;

      entries.delete(key);
      if (entry.expires <= performance.now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },

    set: (key, value) => {
      entries.delete(key);
      entries.set(key, { value, expires: performance.now() + ttl });
      if (entries.size > max) entries.delete(entries.keys().next().value as Key);
    },

    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
