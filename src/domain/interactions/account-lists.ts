/** Lists accounts that like, boost, follow, block or mute something, newest first. */
import { nest } from '../../db/nest-columns.ts';
import {
  type AccountList,
  blocked,
  boosters,
  followers,
  following,
  likers,
  muted,
  requesters,
} from '../../db/sql/follows.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import { checkAccountVisible } from '../accounts/check-visible.ts';
import { type Viewer, viewerOf } from '../accounts/viewer.ts';
import type { EventableType } from '../items/eventable.ts';
import { getItemHeader } from '../items/ownership.ts';

export interface RelatedAccount {
  /** The id of the like, boost, follow, request, block or mute. */
  relationId: number;
  account: AccountCard;
}

export interface MutedAccount extends RelatedAccount {
  /** Null for no end. */
  expiresAt: Date | null;
  hidesNotifications: boolean;
}

interface Item {
  type: EventableType;
  id: number;
}

/** Throws not_found for an item the viewer may not see. */
export async function listLikers(item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await getItemHeader(db, viewer.accountId, item.id, item.type);
  return list(likers, item.id, viewer, page);
}

/** Throws not_found for an item the viewer may not see. */
export async function listBoosters(item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await getItemHeader(db, viewer.accountId, item.id, item.type);
  return list(boosters, item.id, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowers(
  accountId: number,
  viewer: Viewer,
  page: Page,
): Promise<RelatedAccount[]> {
  await checkAccountVisible(accountId, viewer);
  return list(followers, accountId, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowing(
  accountId: number,
  viewer: Viewer,
  page: Page,
): Promise<RelatedAccount[]> {
  await checkAccountVisible(accountId, viewer);
  return list(following, accountId, viewer, page);
}

/** Accounts with a pending follow request. */
export const listRequesters = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(requesters, accountId, viewerOf(accountId), page);

export const listBlocked = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(blocked, accountId, viewerOf(accountId), page);

/** Without mutes that have ended. */
export const listMuted = (accountId: number, page: Page): Promise<MutedAccount[]> =>
  list<MutedAccount>(muted, accountId, viewerOf(accountId), page);

async function list<Row extends RelatedAccount>(
  accounts: AccountList,
  of: number,
  viewer: Viewer,
  page: Page,
): Promise<Row[]> {
  const { above, below, ascending } = rangeOf(page);
  const select = ascending ? accounts.oldest : accounts.newest;
  const rows = await select(db, viewer.accountId, of, above, below, page.limit);
  return inOrder(nest<Row>(rows), page);
}
