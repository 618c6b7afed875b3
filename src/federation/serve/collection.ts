/** Serves the collections of a local account: the total, and the items in pages. */
import type { Account } from '../../domain/accounts/account.ts';
import { listFollowers, listFollowing, listPinnedItems } from '../../domain/accounts/remote.ts';
import { iris } from '../../lib/iris.ts';
import { toOrderedCollection, toPage } from '../objects/collection.ts';
import { type CollectionPage, countOutboxOf, listOutboxPage } from './outbox.ts';
import { render, renderText, respond, respondNotFound } from './response.ts';

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

const pageSize = { outbox: 20, followers: 80, following: 80 };

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
  const { items, lastId } = await source.page(account, Number(before), pageSize[name]);
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
