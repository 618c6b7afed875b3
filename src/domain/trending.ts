/** What is liked, boosted and cooked these days. */
import { nest } from '../db/nest.ts';
import {
  listTrendingAccounts,
  listTrendingEventables,
  refreshAccountTrends,
  refreshEventableTrends,
} from '../db/sql/trending.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import type { AccountCard } from './accounts/account.ts';
import type { Eventable } from './eventables/eventable.ts';
import { toEventables } from './eventables/read.ts';
import type { Viewer } from './eventables/visibility.ts';

/** Scores anew every item and account; who reads meanwhile sees the old or the new, never half. */
export async function refreshTrends(): Promise<void> {
  await transact(async (tx) => {
    await refreshEventableTrends(tx);
    await refreshAccountTrends(tx);
  });
}

export type TrendingType = 'recipe' | 'preparation' | 'status';

interface Stretch {
  limit: number;
  offset: number;
}

/** Best first. */
export async function trendingItems<Type extends TrendingType>(
  type: Type,
  { accountId, host }: Viewer,
  { limit, offset }: Stretch,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const rows = await listTrendingEventables(db, accountId, host, type, limit, offset);
  return toEventables(rows) as Extract<Eventable, { type: Type }>[];
}

/** Local accounts, best first. */
export async function trendingAccounts(
  { accountId }: Viewer,
  { limit, offset }: Stretch,
): Promise<AccountCard[]> {
  return nest<AccountCard>(await listTrendingAccounts(db, accountId, limit, offset));
}
