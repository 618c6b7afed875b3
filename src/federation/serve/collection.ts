/** Serves an account's collections: the total first, the items by pages. */
import { listFollowerIris, listFollowingIris } from '../../db/sql/collections.ts';
import { listPinIris } from '../../db/sql/pins.ts';
import { db } from '../../db/statement.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { iris } from '../../lib/iris.ts';
import { toOrderedCollection, toPage } from '../collections.ts';
import { answer, answerMissing, render, renderText } from './answer.ts';
import { type CollectionPage, countOutboxOf, listOutboxPage } from './outbox.ts';

export type CollectionName = 'outbox' | 'followers' | 'following' | 'featured';

interface Served {
  iri: (accountId: number) => string;
  total: (account: Account) => number | Promise<number>;
  page: (account: Account, before: number, size: number) => Promise<CollectionPage>;
}

const collections: Record<Exclude<CollectionName, 'featured'>, Served> = {
  outbox: { iri: iris.outbox, total: countOutboxOf, page: listOutboxPage },
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
};

const pageSize = { outbox: 20, followers: 80, following: 80 };

export async function serveCollection(
  request: Request,
  account: Account,
  name: CollectionName,
  query: URLSearchParams,
): Promise<Response> {
  if (name === 'featured') return answer(request, await renderFeatured(account), 'everybody');

  const served = collections[name];
  const iri = served.iri(account.id);
  if (!query.has('page')) return answer(request, await renderWhole(iri, served, account), 'everybody');

  const before = query.get('before') ?? String(Number.MAX_SAFE_INTEGER);
  if (!/^[1-9]\d{0,15}$/.test(before)) return answerMissing(request);
  const { items, last } = await served.page(account, Number(before), pageSize[name]);
  const own = query.has('before') ? `${iri}?page=true&before=${before}` : `${iri}?page=true`;
  const next = last === null ? null : `${iri}?page=true&before=${last}`;
  const empty = JSON.stringify(toPage(own, { partOf: iri, items: [], next }));
  const text = empty.replace('"orderedItems":[]', () => `"orderedItems":[${items.join(',')}]`);
  return answer(request, renderText(text), 'everybody');
}

async function renderWhole(iri: string, { total }: Served, account: Account) {
  const totalItems = await total(account);
  return render(toOrderedCollection(iri, totalItems, totalItems > 0 ? `${iri}?page=true` : null));
}

/** Few: they need no pages. */
async function renderFeatured({ id }: Account) {
  const items = (await listPinIris(db, null, null, id)).map((row) => row.iri);
  return render({ ...toOrderedCollection(iris.featured(id), items.length), orderedItems: items });
}

function pageOfIris(list: typeof listFollowerIris): Served['page'] {
  return async ({ id }, before, size) => {
    const rows = await list(db, id, before, size);
    const items = rows.map(({ iri }) => JSON.stringify(iri));
    return { items, last: rows.length === size ? rows.at(-1)!.id : null };
  };
}
