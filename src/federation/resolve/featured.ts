/** Reads the pinned items of a remote actor. */
import { findItemIds } from '../../domain/items/read.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf, irisOf, member } from '../json-ld/json.ts';
import { itemOf, readCollection } from '../objects/collection.ts';
import { failureOf, refused } from './error.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchJson } from './fetch-json.ts';
import { loadItem } from './load-item.ts';

export const maxFeatured = 10;

/** Returns at most 10 IRIs on the actor's own server, and fetches the unknown items. Throws ResolveError. */
export async function readFeatured(
  { iri, featuredIri }: { iri: string; featuredIri: string },
  budget: FetchBudget,
): Promise<string[]> {
  const isOwn = (other: string | null): other is string =>
    other !== null && originOf(other) === originOf(iri);
  if (!isOwn(featuredIri)) throw refused('the actor and its featured collection have different origins');

  const collection = await read(featuredIri, budget);
  const isPaged = collection.items.length === 0 && isOwn(collection.next);
  const { items } = isPaged ? await read(collection.next!, deeper(budget)) : collection;
  const own = items.map(itemOf).filter((item) => isBy(iri, item));
  const listed = [...new Set(own.map(iriOf).filter(isOwn))].slice(0, maxFeatured);
  await loadItems(listed, deeper(budget));
  return listed;
}

/** Unknown for an item given as an IRI, whose author is checked when it is stored. */
function isBy(actorIri: string, item: unknown): boolean {
  const author = member(item, 'attributedTo');
  return author === undefined || irisOf(author).includes(actorIri);
}

async function read(url: string, budget: FetchBudget) {
  const reading = readCollection(await fetchJson(url, budget));
  if (!reading.ok) throw refused(`the collection ${reading.reason}`);
  return reading.value;
}

/** Skips items that cannot be fetched. */
async function loadItems(iris: string[], budget: FetchBudget): Promise<void> {
  const known = await findItemIds(iris);
  for (const iri of iris.filter((each) => !known.has(each))) {
    await loadItem(iri, budget, { depth: 0 }).catch((error: unknown) => {
      if (failureOf(error) === null) throw error;
    });
  }
}
