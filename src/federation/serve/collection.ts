/** Serves an account's collections: the total first, the items by pages. */
import { countOutbox, listFollowerIris, listFollowingIris } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { iris } from '../../lib/iris.ts';
import { answer, answerMissing, render, renderText } from './answer.ts';
import { type CollectionPage, listOutboxPage } from './outbox.ts';

export type CollectionName = 'outbox' | 'followers' | 'following' | 'featured';

interface Served {
  iri: (accountId: number) => string;
  total: (account: Account) => number | Promise<number>;
  page: (account: Account, before: number, size: number) => Promise<CollectionPage>;
}

const collections: Record<CollectionName, Served> = {
  outbox: { iri: iris.outbox, total: totalOutbox, page: listOutboxPage },
  followers: {
    iri: iris.followers,
    total: (account) => account.followersCount,
    page: pageOfIris(listFollowerIris),
  },
  following: {
    iri: iris.following,
    total: (account) => account.followingCount,
    page: pageOfIris(listFollowingIris),
  },
  featured: { iri: iris.featured, total: () => 0, page: async () => ({ items: [], last: null }) },
};

const context = 'https://www.w3.org/ns/activitystreams';
const pageSize = { outbox: 20, followers: 80, following: 80, featured: 20 };

export async function serveCollection(
  request: Request,
  account: Account,
  name: CollectionName,
  query: URLSearchParams,
): Promise<Response> {
  const served = collections[name];
  const iri = served.iri(account.id);
  if (!query.has('page')) return answer(request, await renderWhole(iri, served, account), 'everybody');

  const before = query.get('before') ?? String(Number.MAX_SAFE_INTEGER);
  if (!/^[1-9]\d{0,15}$/.test(before)) return answerMissing(request);
  const { items, last } = await served.page(account, Number(before), pageSize[name]);
  const own = query.has('before') ? `${iri}?page=true&before=${before}` : `${iri}?page=true`;
  const head = {
    '@context': context,
    id: own,
    type: 'OrderedCollectionPage',
    partOf: iri,
    ...(last !== null && { next: `${iri}?page=true&before=${last}` }),
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"orderedItems":[${items.join(',')}]}`;
  return answer(request, renderText(text), 'everybody');
}

async function renderWhole(iri: string, { total }: Served, account: Account) {
  const totalItems = await total(account);
  const first = totalItems > 0 ? { first: `${iri}?page=true` } : { orderedItems: [] };
  return render({ '@context': context, id: iri, type: 'OrderedCollection', totalItems, ...first });
}

async function totalOutbox({ id }: Account): Promise<number> {
  const [counted] = await countOutbox(db, null, null, id);
  return counted?.total ?? 0;
}

function pageOfIris(list: typeof listFollowerIris): Served['page'] {
  return async ({ id }, before, size) => {
    const rows = await list(db, id, before, size);
    const items = rows.map(({ iri }) => JSON.stringify(iri));
    return { items, last: rows.length === size ? rows.at(-1)!.id : null };
  };
}
