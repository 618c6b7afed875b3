/** Limits how many keys strangers can make us fetch: per requester and host, and in total. */
import { windowCounter } from '../../../lib/window-counter.ts';
import { Refusal } from '../../refusal.ts';
import { fetchedActors } from './fetched-actors.ts';

/** Per requester: 300 fetches, or 30 that fail. A failure never counts against other requesters. */
const costs = windowCounter({ quota: 300, windowMs: 5 * 60_000 });
const failureCost = 10;

/** Fetches at a time. Neither one requester nor one host that does not answer may take all permits. */
const maxConcurrent = 64;
const maxPerGroup = 16;
const busySeconds = 15;
let running = 0;
const runningByGroup = new Map<string, number>();

/**
 * Runs a fetch from the host of `iri` and counts its cost against the requester. Throws a Refusal with 429 if the
 * requester has caused too many fetches, and with 503 if too many are running.
 */
export async function fetchWithinLimits<T>(
  iri: string,
  requester: string,
  fetch: () => Promise<T>,
): Promise<T> {
  if (costs.isExhausted(requester))
    throw new Refusal(429, 'too many keys had to be fetched for your address', costs.secondsLeft(requester));
  const groups = [`host ${new URL(iri).host}`, `requester ${requester}`];
  if (running >= maxConcurrent || groups.some((group) => countOf(group) >= maxPerGroup))
    throw new Refusal(503, 'too many keys are being fetched, try again soon', busySeconds);

  let cost = failureCost;
  changeRunning(groups, 1);
  try {
    const result = await fetch();
    cost = 1;
    return result;
  } finally {
    changeRunning(groups, -1);
    costs.take(requester, cost);
  }
}

const countOf = (group: string): number => runningByGroup.get(group) ?? 0;

function changeRunning(groups: string[], change: 1 | -1): void {
  running += change;
  for (const group of groups) {
    const count = countOf(group) + change;
    if (count > 0) runningByGroup.set(group, count);
    else runningByGroup.delete(group);
  }
}

export function clearKeyFetchLimits(): void {
  fetchedActors.clear();
  costs.clear();
}
