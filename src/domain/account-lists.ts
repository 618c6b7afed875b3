/** Lists of accounts by how they stand to an item or an account, newest relation first. */
import { nest } from '../db/nest.ts';
import {
  type AccountList,
  blocked,
  boosters,
  followers,
  following,
  likers,
  requesters,
} from '../db/sql/account-lists.ts';
import { db } from '../db/statement.ts';
import { inOrder, type Page, windowOf } from '../lib/page.ts';
import type { AccountCard } from './accounts/account.ts';
import { checkShown } from './accounts/shown.ts';
import type { EventableType } from './eventables/eventable.ts';
import { getStanding } from './eventables/own.ts';
import { type Viewer, viewerOf } from './eventables/visibility.ts';

export interface RelatedAccount {
  /** Of the like, boost, follow, request or block. */
  relationId: number;
  account: AccountCard;
}

interface Item {
  type: EventableType;
  id: number;
}

/** Throws not_found for an item the viewer may not see. */
export async function listLikers(item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await getStanding(db, viewer.accountId, item.id, item.type);
  return list(likers, item.id, viewer, page);
}

/** Throws not_found for an item the viewer may not see. */
export async function listBoosters(item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await getStanding(db, viewer.accountId, item.id, item.type);
  return list(boosters, item.id, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowers(
  accountId: number,
  viewer: Viewer,
  page: Page,
): Promise<RelatedAccount[]> {
  await checkShown(accountId, viewer);
  return list(followers, accountId, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowing(
  accountId: number,
  viewer: Viewer,
  page: Page,
): Promise<RelatedAccount[]> {
  await checkShown(accountId, viewer);
  return list(following, accountId, viewer, page);
}

/** Those who asked to follow the account and wait for its answer. */
export const listRequesters = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(requesters, accountId, viewerOf(accountId), page);

export const listBlocked = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(blocked, accountId, viewerOf(accountId), page);

async function list(
  accounts: AccountList,
  of: number,
  viewer: Viewer,
  page: Page,
): Promise<RelatedAccount[]> {
  const { above, below, ascending } = windowOf(page);
  const select = ascending ? accounts.oldest : accounts.newest;
  const rows = await select(db, viewer.accountId, of, above, below, page.limit);
  return inOrder(nest<RelatedAccount>(rows), page);
}
