/** Delays work until somebody needs its result. */

/** Returns a function that makes the value at its first call. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
