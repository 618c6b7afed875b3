/** Finds accounts and items by words, by address, or by URL. */
import { nest } from '../db/nest.ts';
import { searchAccounts, searchEventableIds } from '../db/sql/search.ts';
import { db } from '../db/statement.ts';
import type { AccountCard } from './accounts/account.ts';
import type { Eventable, EventableType } from './eventables/eventable.ts';
import { listByIds } from './eventables/read.ts';
import { viewerOf } from './eventables/visibility.ts';
import { findNamed, isName } from './named.ts';

export interface Search {
  query: string;
  /** Null for everything. */
  type: 'account' | EventableType | null;
  /** Whether other servers are asked for what an address or URL names. */
  resolve: boolean;
  /** Of each kind. */
  limit: number;
}

export interface Found {
  accounts: AccountCard[];
  items: Eventable[];
}

/** Best first within each kind; what an address or URL names is the only answer to it. */
export async function search(accountId: number, { query, type, resolve, limit }: Search): Promise<Found> {
  if (isName(query)) {
    const { account, itemId } = await findNamed(accountId, query, { resolve });
    const accounts = account && (type ?? 'account') === 'account' ? [account] : [];
    const items = itemId === null ? [] : await listByIds([itemId], viewerOf(accountId));
    return { accounts, items: items.filter((item) => type === null || item.type === type) };
  }

  const [accounts, items] = await Promise.all([
    type === null || type === 'account' ? findAccounts(accountId, query, limit) : [],
    type === 'account' ? [] : findItems(accountId, query, { type, limit }),
  ]);
  return { accounts, items };
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

/** Every word is the beginning of a part of the name. */
async function findAccounts(accountId: number, query: string, limit: number): Promise<AccountCard[]> {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxWords) ?? [];
  if (words.length === 0) return [];
  const prefixes = words.map((word) => `'${word}':*`).join(' & ');
  return nest<AccountCard>(await searchAccounts(db, accountId, prefixes, limit));
}
