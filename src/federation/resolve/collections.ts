/** Reads collections of other servers. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../domain/accounts/remote.ts';
import { storeRemoteCollection } from '../../domain/collections/remote.ts';
import { findItemIds } from '../../domain/items/read.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { firstOf, idOf, iriOf, isObject, type JsonObject, listOf, member } from '../json-ld/json.ts';
import {
  isCollectionType,
  itemOf,
  readCollection,
  readItemNotes,
  readSharedCollection,
} from '../objects/collection.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { deeper, type FetchBudget, failureOf, fetchActivityJson, fetchJson, refused } from './fetch.ts';
import { loadActor } from './resolve-actor.ts';

// Fetches a collection that a member of another server shares

export const maxCollectionItems = 500;
const maxCollectionPages = 10;

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
  if (originOf(ownerIri) !== originOf(json.id)) throw refused('the collection and its owner have different origins');

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
  for (let pages = 0; page && found.size < maxCollectionItems && pages < maxCollectionPages; pages += 1) {
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
const embeddedNext = (page: JsonObject): string | null => iriOf(member(listOf(member(page, 'first'))[0], 'next'));

async function nextPage(url: string | null, iri: string, budget: FetchBudget): Promise<JsonObject | null> {
  if (url === null || originOf(url) !== originOf(iri)) return null;
  return (await fetchActivityJson(url, deeper(budget))).json;
}

// Reads the newest items from the outbox of a remote actor

const maxItems = 40;
const maxOutboxPages = 4;
/** Of those that are listed by their IRI, or that of their activity. */
const maxBareItems = 10;

export type OutboxItem = Omit<RemoteObject, 'authorIri'>;

/**
 * Returns at most 40 items by the actor, oldest first. Boosts and items without content are skipped.
 * Throws ResolveError.
 */
export async function readOutboxItems(
  { iri, outbox, followersIri }: { iri: string; outbox: string; followersIri: string | null },
  budget: FetchBudget,
): Promise<OutboxItem[]> {
  const collection = await outboxPage(outbox, outbox, budget);
  if (!collection) throw refused('the outbox redirects to another origin');
  const items = itemsOf(collection);
  let next = items.length === 0 ? member(collection, 'first') : null;

  for (let pages = 0; next && items.length < maxItems && pages < maxOutboxPages; pages += 1) {
    const page = await outboxPage(next, outbox, deeper(budget));
    if (!page) break;
    items.push(...itemsOf(page));
    next = member(page, 'next');
  }
  // What another server lists is fetched from the actor's own.
  const isOwn = originOf(outbox) === originOf(iri);
  const listed = items.slice(0, maxItems).map((item) => (isObject(item) ? itemOf(item) : item));
  const published = listed.map((item) => (isObject(item) && !isOwn ? iriOf(item) : item));
  // A bare IRI may be that of any activity.
  const bare = new Set(items.filter((item) => !isObject(item)).slice(maxBareItems));
  return (
    await fetchUnknown(
      published.filter((item) => !bare.has(item)),
      iri,
      deeper(budget),
    )
  )
    .map((item) => readOwn(item, { authorIri: iri, followersIri }))
    .filter((item) => item !== null)
    .toReversed();
}

/** Returns an embedded page, or fetches it from the origin of the outbox. */
async function outboxPage(page: unknown, outbox: string, budget: FetchBudget): Promise<JsonObject | null> {
  const first = firstOf(page);
  if (isObject(first) && itemsOf(first).length > 0) return first;
  const iri = iriOf(page);
  if (!iri || originOf(iri) !== originOf(outbox)) return null;
  // Only its items are read, so it need not have the id by which it was asked for.
  const { url, json } = await fetchActivityJson(iri, budget);
  return originOf(url) === originOf(outbox) ? json : null;
}

/** Owncast puts a collection into the place of a list. */
const itemsOf = (page: JsonObject): unknown[] =>
  listOf(member(page, 'orderedItems') ?? member(page, 'items')).flatMap((entry) =>
    isObject(entry) && isCollectionType(entry) ? itemsOf(entry) : [entry],
  );

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
      found.push(itemOf(await fetchJson(item, budget)));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      isReachable = failure !== 'spent' && failure !== 'unreachable';
    }
  }
  return found;
}

function readOwn(item: unknown, author: { authorIri: string; followersIri: string | null }): OutboxItem | null {
  const reading = readObject(item, author);
  if (!reading.ok) return null;

  const { authorIri, ...own } = reading.value;
  return authorIri === author.authorIri && originOf(own.iri) === originOf(authorIri) ? own : null;
}

// Reads the replies collection of a remote item

const maxReplyPages = 6;

interface RemoteReplies {
  iri: string;
  counts: RemoteObject['counts'];
  /** IRIs only: each reply is fetched from its own server. */
  replies: string[];
}

/** Returns at most `maxReplies`, as far as they can be read. Throws ResolveError when the item cannot be fetched. */
export async function readReplies(iri: string, maxReplies: number, budget: FetchBudget): Promise<RemoteReplies> {
  const item = await fetchJson(iri, budget);
  const reading = readObject(item);
  const replies: string[] = [];
  let next: unknown = listOf(member(item, 'replies'))[0];
  for (let pages = 0; next && replies.length < maxReplies && pages < maxReplyPages; pages += 1) {
    const page = await repliesPage(next, iri, deeper(budget));
    const collection = readCollection(page);
    if (!collection.ok) break;
    replies.push(...(collection.value.items.map(idOf).filter((reply) => iriOf(reply) !== null) as string[]));
    // An embedded first page has its own `next`.
    next = collection.value.next ?? member(listOf(member(page, 'first'))[0], 'next');
  }
  return {
    iri: item.id,
    counts: reading.ok ? reading.value.counts : undefined,
    replies: replies.slice(0, maxReplies),
  };
}

/** Returns an embedded page, or fetches it from the origin of the item. */
async function repliesPage(link: unknown, iri: string, budget: FetchBudget): Promise<JsonObject | null> {
  const embedded = isObject(link) ? readCollection(link) : null;
  if (embedded?.ok && (embedded.value.items.length > 0 || embedded.value.next !== null)) {
    return link as JsonObject;
  }
  const url = iriOf(link);
  if (url === null || originOf(url) !== originOf(iri)) return null;
  try {
    return (await fetchActivityJson(url, budget)).json;
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}

// Reads which local accounts a remote server lists as followers of one of its accounts (FEP-8fcf)

const maxFollowerPages = 15;

/** Returns their IRIs. Throws ResolveError when the collection cannot be read to its end. */
export async function readLocalFollowers(url: string, budget: FetchBudget): Promise<Set<string>> {
  const local = new Set<string>();
  let next: string | null = url;
  for (let pages = 0; next !== null; pages += 1) {
    if (pages === maxFollowerPages || originOf(next) !== originOf(url))
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
