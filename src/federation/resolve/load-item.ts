/** Fetches items and the approvals of quotes. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { rememberAddress } from '../../domain/accounts/discover.ts';
import { upsertRemoteAccount } from '../../domain/accounts/remote.ts';
import { ingestRemoteItem, resolvePointersToUrl } from '../../domain/items/ingest-remote.ts';
import { findItemIds } from '../../domain/items/read.ts';
import { decideQuote, findQuote } from '../../domain/statuses/quotes.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { iriOf, irisOf, isSameIri, type JsonObject, member, typesOf } from '../json-ld/json.ts';
import { readActor } from '../objects/actor.ts';
import { isCollectionType, itemOf, readCollection } from '../objects/collection.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { withObjectIris } from '../own-pages.ts';
import { storeCollection } from './collections.ts';
import {
  deeper,
  type FetchBudget,
  failureOf,
  fetchActivityJson,
  fetchJson,
  fetchJsonOfPage,
  ResolveError,
  refused,
} from './fetch.ts';
import { loadActor, profileOf } from './resolve-actor.ts';

// Fetches a remote item, and its author if the author is unknown

/** Younger items enter home timelines; older ones count as backfilled. */
const maxFreshAgeMs = 24 * 60 * 60_000;

interface LoadOptions {
  /** The budget for the items that this item links to, up to `depth` links away. */
  fetchBudgetId?: string;
  depth?: number;
  /** An item that replies to another IRI is refused. */
  expectedInReplyTo?: string;
}

/**
 * Stores an item and returns its id. Returns null when the item was deleted here, belongs to another author, or is an
 * account or a collection, which is stored too. Throws ResolveError.
 */
export async function loadItem(
  iri: string,
  budget: FetchBudget,
  { fetchBudgetId, depth, expectedInReplyTo }: LoadOptions = {},
): Promise<number | null> {
  const json = await fetchJsonOfPage(iri, budget);
  if (json.id !== iri) await rememberAddress(iri, json.id);
  if (typesOf(json).includes('Tombstone')) throw new ResolveError('gone', 'the item was deleted');
  if (readActor(json).ok) {
    await upsertRemoteAccount(await profileOf(json, deeper(budget)), { fetchBudgetId });
    return null;
  }
  const isRequested = depth === undefined && expectedInReplyTo === undefined;
  if (isRequested && isCollectionType(json)) {
    await storeCollection(json, budget);
    return null;
  }
  const { authorIri, inReplyToIri } = readItem(json);
  if (expectedInReplyTo !== undefined && !isSameIri(inReplyToIri ?? '', expectedInReplyTo)) {
    throw refused('the item is not a reply to the item whose collection lists it');
  }
  if (iriOf(json.id) === null || originOf(authorIri) !== originOf(json.id)) {
    throw refused('the item and its author have different origins');
  }
  const author =
    (await findAccountByIri(authorIri)) ??
    (await upsertRemoteAccount(await loadActor(authorIri, deeper(budget)), { readOutbox: false }));
  if (author.suspendedAt || author.deletedAt) throw refused('the author is suspended or deleted');

  const { authorIri: _, ...item } = await withObjectIris(readItem(json, author.followersIri));
  const backfilled = item.publishedAt.getTime() < Date.now() - maxFreshAgeMs;
  const id = await ingestRemoteItem({ ...item, authorId: author.id }, { backfilled, fetchBudgetId, depth });
  // `iri` may be the address of the item's page, and other items may link to it by now.
  if (id !== null) await resolvePointersToUrl(id, iri);
  return id;
}

function readItem(json: JsonObject, followersIri: string | null = null): RemoteObject {
  const reading = readObject(json, { followersIri });
  if (!reading.ok) throw refused(reading.reason);
  return reading.value;
}

// Verifies that the author of a remote item approves its quote by a remote status (FEP-044f)

interface VerifyOptions {
  fetchBudgetId: string;
  /** How many levels of quoted and linked objects to fetch. */
  depth: number;
}

/**
 * Fetches the quoted item if it is unknown, then the approval. A quote without a valid approval stays hidden, unless
 * both items have the same author. Throws ResolveError if another try may help.
 */
export async function verifyQuote(
  eventableId: number,
  budget: FetchBudget,
  { fetchBudgetId, depth }: VerifyOptions,
): Promise<void> {
  const known = await findQuote(eventableId);
  if (known?.state !== 'pending' || isLocalIri(known.quote_iri)) return;
  if (known.quoted_id === null) await loadItem(known.quote_iri, budget, { fetchBudgetId, depth: depth - 1 });

  const quote = await findQuote(eventableId);
  if (quote?.state !== 'pending' || !quote.authorization_iri || !quote.quoted_author_iri) return;
  const isApproved = await isAuthorized(quote.authorization_iri, budget, {
    attributedTo: quote.quoted_author_iri,
    interactingObject: quote.iri,
    interactionTarget: quote.quoted_iri!,
  });
  await decideQuote(eventableId, quote.authorization_iri, isApproved);
}

type Claims = Record<'attributedTo' | 'interactingObject' | 'interactionTarget', string>;

/** Only the server of the quoted author can issue an approval. */
async function isAuthorized(iri: string, budget: FetchBudget, expected: Claims): Promise<boolean> {
  if (originOf(iri) !== originOf(expected.attributedTo)) return false;
  try {
    const json = await fetchJson(iri, budget);
    return json.id === iri && typesOf(json).includes('QuoteAuthorization') && states(json, expected);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'gone' || failure === 'missing' || failure === 'refused') return false;
    throw error;
  }
}

const states = (json: JsonObject, expected: Claims): boolean =>
  Object.entries(expected).every(([term, iri]) => iriOf(member(json, term)) === iri);

// Reads the pinned items of a remote actor

export const maxFeatured = 10;

/** Returns at most 10 IRIs on the actor's own server, and fetches the unknown items. Throws ResolveError. */
export async function readFeatured(
  { iri, featuredIri }: { iri: string; featuredIri: string },
  budget: FetchBudget,
): Promise<string[]> {
  const isOwn = (other: string | null): other is string => other !== null && originOf(other) === originOf(iri);
  if (!isOwn(featuredIri)) throw refused('the actor and its featured collection have different origins');

  const collection = await readPinned(featuredIri, budget);
  const isPaged = collection.items.length === 0 && isOwn(collection.next);
  const { items } = isPaged ? await readPinned(collection.next!, deeper(budget)) : collection;
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

/** Only its items are read, so it need not have the id by which it was asked for. */
async function readPinned(asked: string, budget: FetchBudget) {
  const { url, json } = await fetchActivityJson(asked, budget);
  if (originOf(url) !== originOf(asked)) throw refused('the collection redirects to another origin');
  const reading = readCollection(json);
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
