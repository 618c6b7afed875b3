/** Scores and lists trending items, accounts and hashtags. */
import { nest } from '../../db/nest-columns.ts';
import { listTrendingAccounts, listTrendingEventables, refreshTrends as storeTrends } from '../../db/sql/discovery.ts';
import { listTrendingTags as listTags, refreshTagTrends } from '../../db/sql/tags.ts';
import { db } from '../../db/statement.ts';
import type { AccountCard, Viewer } from '../accounts/account.ts';
import type { Eventable } from '../items/eventable.ts';
import { toEventables } from '../items/read.ts';

/** Recomputes all scores. */
export async function refreshTrends(): Promise<void> {
  await storeTrends(db);
  await refreshTagTrends(db);
}

export type TrendingType = 'recipe' | 'preparation' | 'status';

interface OffsetPage {
  limit: number;
  offset: number;
}

/** Best first. */
export async function listTrendingItems<Type extends TrendingType>(
  type: Type,
  { accountId, host }: Viewer,
  { limit, offset }: OffsetPage,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const rows = await listTrendingEventables(db, accountId, host, type, limit, offset);
  return toEventables(rows) as Extract<Eventable, { type: Type }>[];
}

/** Local accounts, best first. */
export async function listTrendingLocalAccounts(
  { accountId }: Viewer,
  { limit, offset }: OffsetPage,
): Promise<AccountCard[]> {
  return nest<AccountCard>(await listTrendingAccounts(db, accountId, limit, offset));
}

/** Hashtags of public items of the last 7 days, normalised. The one of most people first. */
export const listTrendingTags = async ({ accountId, host }: Viewer, limit: number): Promise<string[]> =>
  (await listTags(db, accountId, host, limit)).map(({ tag }) => tag);
