/** What a reader sees of what was published: everything, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';

export interface Arrivals {
  arrived: number;
  lost: string[];
  duplicated: string[];
  /** Until nothing more was missing, or patience ran out. */
  ms: number;
}

/** Looks until everything is there, and then once more a little later for what comes twice. */
export async function awaitArrivals(
  reader: ApiClient,
  path: string,
  names: string[],
  patience: number,
): Promise<Arrivals> {
  const began = performance.now();
  let seen = await count(reader, path);
  const missing = () => names.filter((name) => !seen.has(name));
  while (missing().length > 0 && performance.now() - began < patience) {
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

/** How often each name stands in a list; a page that cannot be had is asked for again. */
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
