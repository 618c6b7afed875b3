/** Serves collections. */
import { type Account, anonymous } from '../../domain/accounts/account.ts';
import { listFollowers, listFollowersOnHost, listFollowing, listPinnedItems } from '../../domain/accounts/remote.ts';
import { findPublishedCollection, listPublishedItems } from '../../domain/collections/remote.ts';
import {
  countOutboxEntries,
  findItemCounts,
  listConversationIris,
  listOutboxEntries,
  listReplies,
  type OutboxEntry,
} from '../../domain/items/lists.ts';
import { createCache } from '../../lib/cache.ts';
import { iris, localCollectionOf } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toOrderedCollection, toPage, toSharedCollection, toSharedPage } from '../objects/collection.ts';
import { toReplies, toRepliesPage } from '../objects/parts.ts';
import { toCreate } from '../outgoing/activities.ts';
import { composeAnnounce } from '../outgoing/interactions.ts';
import { findItem } from '../outgoing/items.ts';
import { isSigned } from '../verify/signature/read-signature.ts';
import { verifyGet } from '../verify/verify-get.ts';
import { render, renderCached, renderText, respond, respondNotFound, respondUnsigned } from './response.ts';

// Renders the outbox of a local account: Create and Announce activities

/** Items are JSON text, newest first. `lastId` is the cursor of the next page, null on the last page. */
interface CollectionPage {
  items: string[];
  lastId: number | null;
}

const decoder = new TextDecoder();

/** Counting is slow for long outboxes, so totals from 1,000 on are cached for a minute. */
const minCachedTotal = 1_000;
const totals = createCache<number, number>({ max: 1_000, ttl: 60_000 });

async function countOutboxOf({ id }: Account): Promise<number> {
  const cached = totals.get(id);
  if (cached !== undefined) return cached;

  const total = await countOutboxEntries(id);
  if (total >= minCachedTotal) totals.set(id, total);
  return total;
}

/** Skips items that are deleted while the page is rendered. */
async function listOutboxPage(account: Account, before: number, size: number): Promise<CollectionPage> {
  const entries = await listOutboxEntries(account.id, before, size);
  const items = await Promise.all(entries.map(renderEntry));
  const lastId = entries.length === size ? entries.at(-1)!.id : null;
  return { items: items.filter((item) => item !== null), lastId };
}

async function renderEntry(entry: OutboxEntry): Promise<string | null> {
  // Delivered Creates are pruned after a while, so the outbox uses an id that depends only on the item.
  const iri = entry.boost_iri ?? `${entry.eventable_iri}#create`;
  const rendered = await renderCached(iri, entry.boost_iri ? 1 : entry.version, async () => {
    const activity = await composeEntry(entry, iri);
    return activity && render({ ...activity, '@context': undefined });
  });
  return rendered && decoder.decode(rendered.bytes);
}

async function composeEntry(entry: OutboxEntry, activity: string): Promise<JsonObject | null> {
  if (entry.source_id !== null) {
    const composed = await composeAnnounce({ sourceId: entry.source_id });
    return composed && 'json' in composed ? composed.json : null;
  }
  const found = await findItem(entry.eventable_iri, anonymous);
  return found && toCreate(activity, found.item, found);
}

// Serves the collections of a local account: the total, and the items in pages

export type CollectionName = 'outbox' | 'followers' | 'following' | 'featured';

interface CollectionSource {
  iri: (accountId: number) => string;
  total: (account: Account) => number | Promise<number>;
  page: (account: Account, before: number, size: number) => Promise<CollectionPage>;
}

const collections: Record<Exclude<CollectionName, 'featured'>, CollectionSource> = {
  outbox: { iri: iris.outbox, total: countOutboxOf, page: listOutboxPage },
  followers: {
    iri: iris.followers,
    total: (account) => account.followersCount,
    page: pageOfIris(listFollowers),
  },
  following: {
    iri: iris.following,
    total: (account) => account.followingCount,
    page: pageOfIris(listFollowing),
  },
};

const pageSizes = { outbox: 20, followers: 80, following: 80 };

export async function serveCollection(
  request: Request,
  account: Account,
  name: CollectionName,
  query: URLSearchParams,
): Promise<Response> {
  if (name === 'featured') return respond(request, await renderFeatured(account), 'public');

  const source = collections[name];
  const iri = source.iri(account.id);
  if (!query.has('page')) return respond(request, await renderSummary(iri, source, account), 'public');

  const before = query.get('before') ?? String(Number.MAX_SAFE_INTEGER);
  if (!/^[1-9]\d{0,15}$/.test(before)) return respondNotFound(request);
  const { items, lastId } = await source.page(account, Number(before), pageSizes[name]);
  const own = query.has('before') ? `${iri}?page=true&before=${before}` : `${iri}?page=true`;
  const next = lastId === null ? null : `${iri}?page=true&before=${lastId}`;
  const empty = JSON.stringify(toPage(own, { partOf: iri, items: [], next }));
  const text = empty.replace('"orderedItems":[]', () => `"orderedItems":[${items.join(',')}]`);
  return respond(request, renderText(text), 'public');
}

async function renderSummary(iri: string, { total }: CollectionSource, account: Account) {
  const totalItems = await total(account);
  return render(toOrderedCollection(iri, totalItems, totalItems > 0 ? `${iri}?page=true` : null));
}

/** There are few, so they are not paged. */
async function renderFeatured({ id }: Account) {
  const items = await listPinnedItems(id);
  return render({ ...toOrderedCollection(iris.featured(id), items.length), orderedItems: items });
}

function pageOfIris(list: typeof listFollowers): CollectionSource['page'] {
  return async ({ id }, before, size) => {
    const rows = await list(id, before, size);
    const items = rows.map(({ iri }) => JSON.stringify(iri));
    return { items, lastId: rows.length === size ? rows.at(-1)!.id : null };
  };
}

// Serves a remote server the followers that a local account has on it (FEP-8fcf)

/** The signer sees only the followers on its own server. */
export async function serveFollowersOnHost(request: Request, requester: string, { id }: Account): Promise<Response> {
  const signer = await verifyGet(request, requester);
  if (!signer) return respondUnsigned();
  const items = await listFollowersOnHost(id, signer.host);
  const document = { id: iris.followersSynchronization(id), type: 'OrderedCollection', orderedItems: items };
  return respond(request, render(withContext(document)), 'signer');
}

// Serves the collections of an item: likes, shares, replies and its conversation

export type ItemCollectionName = 'likes' | 'shares' | 'replies' | 'context';

const pageSize = 80;
const maxConversationLength = 200;

/** Serves collections of items that the signer, or everybody, may see. Likes and shares show only a count. */
export async function serveItemCollection(
  request: Request,
  requester: string,
  itemIri: string,
  name: ItemCollectionName,
  query: URLSearchParams,
): Promise<Response> {
  const { counts, viewer } = await countFor(request, requester, itemIri);
  if (!counts) return respondNotFound(request);
  const audience = viewer === anonymous ? 'public' : 'signer';
  const iri = `${itemIri}/${name}`;
  if (name === 'context') {
    const items = await listConversationIris(counts.id, viewer, maxConversationLength);
    const document = {
      id: iri,
      type: 'OrderedCollection',
      attributedTo: counts.author_iri,
      totalItems: items.length,
    };
    return respond(request, render(withContext({ ...document, orderedItems: items })), audience);
  }
  if (name !== 'replies') {
    const document = withContext({ id: iri, type: 'Collection', totalItems: counts[name] });
    return respond(request, render(document), audience);
  }

  const after = query.get('after') ?? '0';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(after)) return respondNotFound(request);
  const rows = await listReplies(counts.id, viewer, Number(after), pageSize);
  const document = query.has('after')
    ? toRepliesPage(itemIri, Number(after), rows, pageSize)
    : toReplies(itemIri, counts.replies, rows, pageSize);
  return respond(request, render(withContext(document)), audience);
}

async function countFor(request: Request, requester: string, itemIri: string) {
  const publicCounts = await findItemCounts(itemIri, anonymous);
  if (publicCounts || !isSigned(request.headers)) return { counts: publicCounts, viewer: anonymous };

  const viewer = (await verifyGet(request, requester))?.viewer ?? anonymous;
  return { counts: viewer === anonymous ? null : await findItemCounts(itemIri, viewer), viewer };
}

// Serves the public and unlisted collections of members, a page of items at a time

export async function serveSharedCollection(request: Request, iri: string, query: URLSearchParams): Promise<Response> {
  const collection = await findPublishedCollection(localCollectionOf(iri)?.id ?? 0);
  if (collection?.iri !== iri) return respondNotFound(request);
  if (!query.has('page')) return respond(request, render(withContext(toSharedCollection(collection))), 'public');

  const after = query.get('after') ?? '0';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(after)) return respondNotFound(request);
  const rows = await listPublishedItems(collection.id, Number(after), pageSize);
  const first = `${iri}?page=true`;
  const page = toSharedPage(query.has('after') ? `${first}&after=${after}` : first, rows, {
    partOf: iri,
    totalItems: collection.itemsCount,
    next: rows.length === pageSize ? `${first}&after=${rows.at(-1)!.id}` : null,
  });
  return respond(request, render(page), 'public');
}
