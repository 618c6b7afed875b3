/** Reads the notifications of a local account and marks them as read. */
import { prisma } from '../../db/client.ts';
import { nest } from '../../db/nest-columns.ts';
import {
  countUnread,
  listNotifications,
  listNotificationsAscending,
} from '../../db/sql/notifications/notifications.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { AccountCard } from '../accounts/account.ts';
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

/** Pages stop counting at `upTo`, so that they stay fast for somebody with thousands of them. */
export async function countUnreadOf(
  accountId: number,
  { upTo = null }: { upTo?: number | null } = {},
): Promise<number> {
  const [counted] = await countUnread(db, accountId, null, upTo);
  return counted?.count ?? 0;
}

/** Marks all notifications up to and including `maxId`. */
export async function markNotificationsRead(accountId: number, maxId: number): Promise<void> {
  await prisma().notification.updateMany({
    where: { accountId, id: { lte: maxId }, read: false },
    data: { read: true },
  });
}

export async function markNotificationsSeen(accountId: number, ids: number[]): Promise<void> {
  await prisma().notification.updateMany({ where: { accountId, id: { in: ids } }, data: { read: true } });
}
