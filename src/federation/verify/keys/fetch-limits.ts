/** Limits how often strangers can make us fetch keys. */
import { LRUCache } from 'lru-cache';

const windowMs = 5 * 60_000;
const fetchedIris = new LRUCache<string, true>({ max: 20_000, ttl: windowMs });
const failuresByHost = new LRUCache<string, number>({ max: 5_000, ttl: windowMs });

const maxFailuresByHost = 30;
const maxConcurrent = 32;
let running = 0;

/** Whether a key or actor may be fetched now, and counts it as fetched. Each IRI is fetched once in 5 minutes. */
export function mayFetchKey(iri: string): boolean {
  const failures = failuresByHost.get(new URL(iri).host) ?? 0;
  if (running >= maxConcurrent || fetchedIris.get(iri) || failures >= maxFailuresByHost) return false;
  fetchedIris.set(iri, true);
  return true;
}

/** Runs a fetch and counts a failure of the host when it throws or returns null. */
export async function countKeyFetch<T>(iri: string, fetch: () => Promise<T | null>): Promise<T | null> {
  const { host } = new URL(iri);
  let result: T | null = null;
  running += 1;
  try {
    result = await fetch();
    return result;
  } finally {
    running -= 1;
    if (result === null) failuresByHost.set(host, (failuresByHost.get(host) ?? 0) + 1);
  }
}

export function clearKeyFetchLimits(): void {
  fetchedIris.clear();
  failuresByHost.clear();
}
