/** Reads the newest items from the outbox of a remote actor. */
import { originOf } from '../../lib/iris.ts';
import { firstOf, iriOf, isObject, type JsonObject, listOf, member, typesOf } from '../json-ld/json.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchJson } from './fetch-json.ts';

const maxItems = 40;
const maxPages = 4;

export type OutboxItem = Omit<RemoteObject, 'authorIri'>;

/**
 * Returns at most 40 items by the actor, oldest first. Boosts and items without content are skipped.
 * Throws ResolveError.
 */
export async function readOutboxItems(
  { iri, outbox, followersIri }: { iri: string; outbox: string; followersIri: string | null },
  budget: FetchBudget,
): Promise<OutboxItem[]> {
  const collection = await fetchJson(outbox, budget);
  const items = itemsOf(collection);
  let next = items.length === 0 ? member(collection, 'first') : null;

  for (let pages = 0; next && items.length < maxItems && pages < maxPages; pages += 1) {
    const page = await pageOf(next, outbox, deeper(budget));
    if (!page) break;
    items.push(...itemsOf(page));
    next = member(page, 'next');
  }
  return items
    .slice(0, maxItems)
    .map((item) => readOwn(item, { authorIri: iri, followersIri }))
    .filter((item) => item !== null)
    .toReversed();
}

/** Returns an embedded page, or fetches it from the origin of the outbox. */
async function pageOf(page: unknown, outbox: string, budget: FetchBudget): Promise<JsonObject | null> {
  const first = firstOf(page);
  if (isObject(first) && itemsOf(first).length > 0) return first;
  const iri = iriOf(page);
  return iri && originOf(iri) === originOf(outbox) ? fetchJson(iri, budget) : null;
}

const itemsOf = (page: JsonObject): unknown[] =>
  listOf(member(page, 'orderedItems') ?? member(page, 'items'));

function readOwn(
  entry: unknown,
  author: { authorIri: string; followersIri: string | null },
): OutboxItem | null {
  const isCreate = isObject(entry) && typesOf(entry).includes('Create');
  const reading = readObject(isCreate ? firstOf(member(entry, 'object')) : entry, author);
  if (!reading.ok) return null;

  const { authorIri, ...item } = reading.value;
  return authorIri === author.authorIri && originOf(item.iri) === originOf(authorIri) ? item : null;
}
