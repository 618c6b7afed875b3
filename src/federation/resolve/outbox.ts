/** Reads the newest items from the outbox of a remote actor. */
import { findItemIds } from '../../domain/items/read.ts';
import { originOf } from '../../lib/iris.ts';
import { firstOf, iriOf, isObject, type JsonObject, listOf, member } from '../json-ld/json.ts';
import { itemOf } from '../objects/collection.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { failureOf } from './error.ts';
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
  // A bare IRI may be that of any activity.
  const published = items.slice(0, maxItems).filter(isObject).map(itemOf);
  return (await fetchUnknown(published, iri, deeper(budget)))
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

/** GoToSocial lists each Create with the IRI of its object, so the object is fetched unless it is known. */
async function fetchUnknown(items: unknown[], actorIri: string, budget: FetchBudget): Promise<unknown[]> {
  const isOwn = (item: unknown): item is string =>
    typeof item === 'string' && iriOf(item) !== null && originOf(item) === originOf(actorIri);
  const known = await findItemIds(items.filter(isOwn));
  const found: unknown[] = [];
  let isReachable = true;
  for (const item of items) {
    if (isObject(item)) found.push(item);
    if (!isReachable || !isOwn(item) || known.has(item)) continue;
    try {
      found.push(await fetchJson(item, budget));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      isReachable = failure !== 'spent' && failure !== 'unreachable';
    }
  }
  return found;
}

function readOwn(
  item: unknown,
  author: { authorIri: string; followersIri: string | null },
): OutboxItem | null {
  const reading = readObject(item, author);
  if (!reading.ok) return null;

  const { authorIri, ...own } = reading.value;
  return authorIri === author.authorIri && originOf(own.iri) === originOf(authorIri) ? own : null;
}
