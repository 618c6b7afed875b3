/** Checks that a reader sees everything that was published, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';

export interface Arrivals {
  arrived: number;
  lost: string[];
  duplicated: string[];
  /** Until nothing was missing or the timeout passed. */
  ms: number;
}

/** Polls until everything arrived, then looks once more for duplicates. */
export async function awaitArrivals(
  reader: ApiClient,
  path: string,
  names: string[],
  timeoutMs: number,
): Promise<Arrivals> {
  const began = performance.now();
  let seen = await count(reader, path);
  const missing = () => names.filter((name) => !seen.has(name));
  while (missing().length > 0 && performance.now() - began < timeoutMs) {
    await sleep(250);
    seen = await count(reader, path);
  }
  const ms = performance.now() - began;

  await sleep(1_000);
  seen = await count(reader, path);
  const lost = missing();
  const duplicated = names.filter((name) => (seen.get(name) ?? 0) > 1);
  return { arrived: names.length - lost.length, lost, duplicated, ms };
}

/** Counts each name in a list; retries pages that fail. */
async function count(reader: ApiClient, path: string): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  let next: string | undefined = path;
  while (next) {
    const page: ApiAnswer | null = await reader.get(next).catch(() => null);
    if (page?.status !== 200) {
      await sleep(250);
      continue;
    }
    for (const entry of page.body) {
      const name: string = (entry.object ?? entry).name;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
  }
  return seen;
}
