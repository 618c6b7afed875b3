/** Which members of ours another server takes for followers of an account of its own. */
import { isOurs, originOf } from '../../lib/iris.ts';
import { readCollection } from '../collections.ts';
import { iriOf } from '../json.ts';
import type { Budget } from './budget.ts';
import { refused } from './error.ts';
import { fetchOnce } from './fetch-json.ts';

const maxPages = 15;

/** All of them, or none: Throws ResolveError where the collection cannot be read to its end. */
export async function readOwnFollowers(url: string, budget: Budget): Promise<Set<string>> {
  const found = new Set<string>();
  let next: string | null = url;
  for (let pages = 0; next !== null; pages += 1) {
    if (pages === maxPages || originOf(next) !== originOf(url)) throw refused('the followers have no end');
    const reading = readCollection((await fetchOnce(next, budget)).json);
    if (!reading.ok) throw refused(`what should list followers ${reading.reason}`);
    for (const item of reading.value.items) {
      const iri = iriOf(item);
      if (iri !== null && isOurs(iri)) found.add(iri);
    }
    next = reading.value.next;
  }
  return found;
}
