/** Fetches a remote item, and its author if the author is unknown. */
import { findAccountByIri } from '../../domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../domain/accounts/remote.ts';
import { ingestRemoteItem, resolvePointersToUrl } from '../../domain/items/ingest-remote.ts';
import { originOf } from '../../lib/iris.ts';
import { isSameIri } from '../json-ld/document.ts';
import { iriOf, type JsonObject, typesOf } from '../json-ld/json.ts';
import { readActor } from '../objects/actor.ts';
import { readObject } from '../objects/object.ts';
import type { RemoteObject } from '../objects/remote-object.ts';
import { isCollectionType } from '../objects/shared-collection.ts';
import { storeCollection } from './collection.ts';
import { ResolveError, refused } from './error.ts';
import { deeper, type FetchBudget } from './fetch-budget.ts';
import { fetchJson } from './fetch-json.ts';
import { loadActor, profileOf } from './resolve-actor.ts';

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
  const json = await fetchJson(iri, budget);
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
  const { authorIri, inReplyToIri } = read(json);
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

  const { authorIri: _, ...item } = read(json, author.followersIri);
  const backfilled = item.publishedAt.getTime() < Date.now() - maxFreshAgeMs;
  const id = await ingestRemoteItem({ ...item, authorId: author.id }, { backfilled, fetchBudgetId, depth });
  // `iri` may be the address of the item's page, and other items may link to it by now.
  if (id !== null) await resolvePointersToUrl(id, iri);
  return id;
}

function read(json: JsonObject, followersIri: string | null = null): RemoteObject {
  const reading = readObject(json, { followersIri });
  if (!reading.ok) throw refused(reading.reason);
  return reading.value;
}
