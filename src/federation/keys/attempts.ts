/** Bounds how often strangers can make us fetch keys. */
import { expiringMap } from '../../lib/expiring-map.ts';

const oncePer = 5 * 60_000;
const tried = expiringMap<string, true>({ max: 20_000, ttl: oncePer });
const failures = expiringMap<string, number>({ max: 5_000, ttl: oncePer });

const maxFailuresByHost = 30;
const maxAtOnce = 32;
let underWay = 0;

/** Whether a key or actor may be fetched now: each once in 5 minutes, and no host keeps us busy with bad ones. */
export function mayAttempt(iri: string): boolean {
  if (
    underWay >= maxAtOnce ||
    tried.get(iri) ||
    (failures.get(new URL(iri).host) ?? 0) >= maxFailuresByHost
  ) {
    return false;
  }
  tried.set(iri, true);
  return true;
}

/** Runs one, counting it against the host when it comes to nothing. */
export async function attempt<T>(iri: string, fetch: () => Promise<T | null>): Promise<T | null> {
  const { host } = new URL(iri);
  let found: T | null = null;
  underWay += 1;
  try {
    found = await fetch();
    return found;
  } finally {
    underWay -= 1;
    if (found === null) failures.set(host, (failures.get(host) ?? 0) + 1);
  }
}

export function forgetAttempts(): void {
  tried.clear();
  failures.clear();
}
