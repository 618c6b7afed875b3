/** Reads the notifications of a local account and marks them as read. */
import { prisma } from '../../db/client.ts';
import { inBatches } from '../../db/in-batches.ts';
import { nest } from '../../db/nest-columns.ts';
import {
  countUnread,
  listNotifications,
  listNotificationsAscending,
  markSomeRead,
  selectUnreadItems,
} from '../../db/sql/notifications.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
import type { MemberViewer } from '../accounts/viewer.ts';
import { applyFilters, type FilterableItem } from '../filters/apply.ts';
import { findMatcher } from '../filters/compiled.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { toMedium } from '../items/read.ts';

export type NotificationType =
  | 'follow'
  | 'follow_request'
  | 'mention'
  | 'reply'
  | 'like'
  | 'boost'
  | 'cooked'
  | 'quote'
  /** Ingredients or steps of a recipe changed that the recipient cooked. */
  | 'recipe_changed'
  /** A direct post by the recipient, of whose addressees nobody was found. */
  | 'undelivered'
  /** Moderators decided about the recipient, or answered an appeal. */
  | 'moderation';

export interface Notification {
  /** Ids increase with time. */
  id: number;
  type: NotificationType;
  read: boolean;
  createdAt: Date;
  /** The account that caused the notification. */
  account: AccountCard;
  object: ItemSummary | null;
}

export async function listNotificationsOf(accountId: number, page: Page): Promise<Notification[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listNotificationsAscending : listNotifications;
  const rows = nest<Notification & { object: { id: number | null } }>(
    await list(db, accountId, null, above, below, page.limit),
  );
  return inOrder(
    rows.map(({ object, ...row }) => ({ ...row, object: object?.id == null ? null : toSummary(object) })),
    page,
  );
}

const toSummary = (item: ItemSummary): ItemSummary => ({ ...item, media: item.media.map(toMedium) });

/**
 * Counts without those that filters hide. Pages stop counting at `upTo`, so that they stay fast for somebody with thousands
 * of them.
 */
export async function countUnreadOf(
  viewer: MemberViewer,
  { upTo = null }: { upTo?: number | null } = {},
): Promise<number> {
  const hidden = await countHiddenUnread(viewer);
  const [counted] = await countUnread(db, viewer.accountId, null, upTo === null ? null : upTo + hidden);
  return Math.max(0, (counted?.count ?? 0) - hidden);
}

/** Filters are applied to so many of the newest unread notifications. */
const maxFilteredUnread = 400;

async function countHiddenUnread(viewer: MemberViewer): Promise<number> {
  if (!(await findMatcher(viewer, 'notifications'))) return 0;
  const items = nest<FilterableItem>(await selectUnreadItems(db, viewer.accountId, null, maxFilteredUnread));
  const results = await applyFilters(items, viewer, 'notifications');
  return items.length - results.shown(items).length;
}

const maxMarked = 5_000;

/** Marks all notifications up to and including `maxId`. */
export async function markNotificationsRead(accountId: number, maxId: number): Promise<void> {
  await inBatches(maxMarked, async (tx, size) => (await markSomeRead(tx, accountId, maxId, size))[0]!.marked);
}

export async function markNotificationsSeen(accountId: number, ids: number[]): Promise<void> {
  await prisma().notification.updateMany({ where: { accountId, id: { in: ids } }, data: { read: true } });
}
