/** Reads what an actor elsewhere shows first. */
import { selectItemIds } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { originOf } from '../../lib/iris.ts';
import { readCollection } from '../collections.ts';
import { iriOf } from '../json.ts';
import { type Budget, deeper } from './budget.ts';
import { failureOf, refused } from './error.ts';
import { fetchJson } from './fetch-json.ts';
import { loadItem } from './load-item.ts';

export const most = 10;

/** IRIs of items of the actor's own server, at most 10, those that were not known here fetched. Throws ResolveError. */
export async function readFeatured(
  { iri, featuredIri }: { iri: string; featuredIri: string },
  budget: Budget,
): Promise<string[]> {
  const isOwn = (other: string | null): other is string =>
    other !== null && originOf(other) === originOf(iri);
  if (!isOwn(featuredIri)) throw refused('actor and collection are of different origins');

  const whole = await read(featuredIri, budget);
  const more = whole.items.length === 0 && isOwn(whole.next);
  const { items } = more ? await read(whole.next!, deeper(budget)) : whole;
  const listed = [...new Set(items.map(iriOf).filter(isOwn))].slice(0, most);
  await loadItems(listed, deeper(budget));
  return listed;
}

async function read(url: string, budget: Budget) {
  const reading = readCollection(await fetchJson(url, budget));
  if (!reading.ok) throw refused(`the collection ${reading.reason}`);
  return reading.value;
}

/** What cannot be had is not shown. */
async function loadItems(iris: string[], budget: Budget): Promise<void> {
  const known = new Set((await selectItemIds(db, iris)).map((row) => row.iri));
  for (const iri of iris.filter((each) => !known.has(each))) {
    await loadItem(iri, budget, { depth: 0 }).catch((error: unknown) => {
      if (failureOf(error) === null) throw error;
    });
  }
}
