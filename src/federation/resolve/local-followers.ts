/** Reads which local accounts a remote server lists as followers of one of its accounts (FEP-8fcf). */
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { iriOf } from '../json-ld/json.ts';
import { readCollection } from '../objects/collection.ts';
import { refused } from './error.ts';
import type { FetchBudget } from './fetch-budget.ts';
import { fetchActivityJson } from './fetch-json.ts';

const maxPages = 15;

/** Returns their IRIs. Throws ResolveError when the collection cannot be read to its end. */
export async function readLocalFollowers(url: string, budget: FetchBudget): Promise<Set<string>> {
  const local = new Set<string>();
  let next: string | null = url;
  for (let pages = 0; next !== null; pages += 1) {
    if (pages === maxPages || originOf(next) !== originOf(url))
      throw refused('the followers collection has too many pages or leaves its origin');
    const reading = readCollection((await fetchActivityJson(next, budget)).json);
    if (!reading.ok) throw refused(`the followers collection ${reading.reason}`);
    for (const item of reading.value.items) {
      const iri = iriOf(item);
      if (iri !== null && isLocalIri(iri)) local.add(iri);
    }
    next = reading.value.next;
  }
  return local;
}
