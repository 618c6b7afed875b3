/** Caches in the memory of this process. One call empties all of them, for tests. */
import { LRUCache } from 'lru-cache';

const caches = new Set<{ clear(): void }>();

/** A bounded cache, from whose full entries the least recently used are dropped. Options: those of `lru-cache`. */
export function createCache<Key extends {}, Value extends {}>(
  options: LRUCache.Options<Key, Value, unknown>,
): LRUCache<Key, Value> {
  // With `max`, the arrays for all entries are made at once, which takes megabytes for caches that stay empty.
  const { max, ...others } = options;
  const counted = max && !options.maxSize ? { ...others, maxSize: max, sizeCalculation: () => 1 } : options;
  const cache = new LRUCache<Key, Value>(counted as LRUCache.Options<Key, Value, unknown>);
  caches.add(cache);
  return cache;
}

interface CachedValue<Value> {
  get(): Promise<Value>;
  /** The next reader loads it again. */
  clear(): void;
}

/**
 * One value that is loaded again once it is older than `ttlMs`. Concurrent readers share a load; a failed one is
 * forgotten.
 */
export function cacheValue<Value>(ttlMs: number, load: () => Promise<Value>): CachedValue<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined;
  const made: CachedValue<Value> = {
    get: () => {
      if (cached && cached.until > performance.now()) return cached.value;
      const current = { value: load(), until: performance.now() + ttlMs };
      cached = current;
      current.value.catch(() => {
        if (cached === current) cached = undefined;
      });
      return current.value;
    },
    clear: () => {
      cached = undefined;
    },
  };
  caches.add(made);
  return made;
}

/** A variable of the module that uses it, which has its first value again once caches are emptied. */
export function cacheVariable<Value>(first: Value): { current: Value } {
  const variable = {
    current: first,
    clear: () => {
      variable.current = first;
    },
  };
  caches.add(variable);
  return variable;
}

export function emptyCaches(): void {
  for (const cache of caches) cache.clear();
}
