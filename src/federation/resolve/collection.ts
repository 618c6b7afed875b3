/** Fetches a collection that a member of another server shares. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../domain/accounts/remote.ts';
import { storeRemoteCollection } from '../../domain/collections/remote.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf, type JsonObject, listOf, member } from '../json-ld/json.ts';
import { readCollection } from '../objects/collection.ts';
import { readItemNotes, readSharedCollection } from '../objects/shared-collection.ts';
import { refused } from './error.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchActivityJson, fetchJson } from './fetch-json.ts';
import { loadActor } from './resolve-actor.ts';

export const maxCollectionItems = 500;
const maxPages = 10;

interface RemoteEntry {
  iri: string;
  /** Plain text. */
  note: string;
}

/** Throws ResolveError. */
export async function loadCollection(iri: string, budget: FetchBudget): Promise<void> {
  await storeCollection(await fetchJson(iri, budget), budget);
}

/** Stores a collection that was fetched at its own id, with its owner. Throws ResolveError. */
export async function storeCollection(json: JsonObject & { id: string }, budget: FetchBudget): Promise<void> {
  const reading = readSharedCollection(json);
  if (!reading.ok) throw refused(`the collection ${reading.reason}`);
  const { ownerIri, ...collection } = reading.value;
  if (originOf(ownerIri) !== originOf(json.id))
    throw refused('the collection and its owner have different origins');

  const owner =
    (await findAccountByIri(ownerIri)) ??
    (await upsertRemoteAccount(await loadActor(ownerIri, deeper(budget)), { readOutbox: false }));
  if (owner.suspendedAt || owner.deletedAt) throw refused('the owner is suspended or deleted');
  const items = await readItems(json, budget);
  const id = await storeRemoteCollection({ ...collection, ownerId: owner.id, items });
  if (id === null) throw refused('the collection belongs to another account');
}

/** The first 500. A page that cannot be fetched, or is none, fails the whole, so that no item is lost. */
async function readItems(json: JsonObject & { id: string }, budget: FetchBudget): Promise<RemoteEntry[]> {
  const found = new Map<string, RemoteEntry>();
  let page: JsonObject | null = json;
  for (let pages = 0; page && found.size < maxCollectionItems && pages < maxPages; pages += 1) {
    const reading = readCollection(page);
    if (!reading.ok) throw refused(`a page of the collection ${reading.reason}`);
    const notes = readItemNotes(page);
    for (const item of reading.value.items) {
      const iri = iriOf(item);
      if (iri !== null && !found.has(iri)) found.set(iri, { iri, note: notes.get(iri) ?? '' });
    }
    page = await nextPage(reading.value.next ?? embeddedNext(page), json.id, budget);
  }
  return [...found.values()].slice(0, maxCollectionItems);
}

/** An embedded first page has its own `next`. */
const embeddedNext = (page: JsonObject): string | null =>
  iriOf(member(listOf(member(page, 'first'))[0], 'next'));

async function nextPage(url: string | null, iri: string, budget: FetchBudget): Promise<JsonObject | null> {
  if (url === null || originOf(url) !== originOf(iri)) return null;
  return (await fetchActivityJson(url, deeper(budget))).json;
}
