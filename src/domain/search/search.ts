/** Searches accounts and items by words, address or URL. */
import { nest } from '../../db/nest-columns.ts';
import { searchAccounts, searchEventableIds } from '../../db/sql/search.ts';
import { db } from '../../db/statement.ts';
import type { AccountCard } from '../accounts/account.ts';
import { viewerOf } from '../accounts/viewer.ts';
import type { Collection } from '../collections/collections.ts';
import type { Eventable, EventableType } from '../items/eventable.ts';
import { listByIds } from '../items/read.ts';
import { isName, resolveName } from './resolve-name.ts';

export interface Search {
  query: string;
  /** Null for all types. */
  type: 'account' | EventableType | null;
  /** Whether to fetch an unknown address or URL from its server. */
  resolve: boolean;
  /** Per type. */
  limit: number;
}

export interface SearchResults {
  accounts: AccountCard[];
  items: Eventable[];
  /** Found by address only. */
  collections: Collection[];
}

/** Best matches first within each type. A query that is an address or URL finds only what it names. */
export async function search(
  accountId: number,
  { query, type, resolve, limit }: Search,
): Promise<SearchResults> {
  if (isName(query)) {
    const { account, itemId, collection } = await resolveName(accountId, query, { resolve });
    const accounts = account && (type ?? 'account') === 'account' ? [account] : [];
    const items = itemId === null ? [] : await listByIds([itemId], viewerOf(accountId));
    const collections = collection && type === null ? [collection] : [];
    return { accounts, items: items.filter((item) => type === null || item.type === type), collections };
  }

  const [accounts, items] = await Promise.all([
    type === null || type === 'account' ? findAccounts(accountId, query, limit) : [],
    type === 'account' ? [] : findItems(accountId, query, { type, limit }),
  ]);
  return { accounts, items, collections: [] };
}

async function findItems(
  accountId: number,
  query: string,
  { type, limit }: { type: EventableType | null; limit: number },
): Promise<Eventable[]> {
  const rows = await searchEventableIds(db, accountId, null, query, type, limit);
  return listByIds(
    rows.map(({ id }) => id),
    viewerOf(accountId),
  );
}

const maxWords = 10;

/** Each word must be the prefix of a part of the name. */
async function findAccounts(accountId: number, query: string, limit: number): Promise<AccountCard[]> {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxWords) ?? [];
  if (words.length === 0) return [];
  const prefixes = words.map((word) => `'${word}':*`).join(' & ');
  return nest<AccountCard>(await searchAccounts(db, accountId, prefixes, limit));
}
