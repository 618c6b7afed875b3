/** What concerns somebody here: told once, in the transaction that did it, and withdrawn with it. */
import { nest } from '../db/nest.ts';
import {
  countUnread,
  deleteNotification,
  insertNotification,
  listNotifications,
  listNotificationsAscending,
  markRead,
  replaceNotificationsOf,
} from '../db/sql/notifications.ts';
import { db } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { inOrder, type Page, windowOf } from '../lib/page.ts';
import type { AccountCard } from './accounts/account.ts';
import { toMedium } from './eventables/read.ts';
import type { ShortEventable } from './eventables/short.ts';

export type NotificationType =
  | 'follow'
  | 'follow_request'
  | 'mention'
  | 'reply'
  | 'like'
  | 'boost'
  | 'cooked';

export interface Notice {
  type: 'follow' | 'follow_request' | 'like' | 'boost';
  /** Who is told; nobody, if it is an account of another server. */
  accountId: number;
  /** Who did it. */
  actorId: number;
  eventableId?: number;
}

/** Nothing happens for one's own acts, across a block, or for what the recipient may not see. */
export async function notify(tx: Tx, { type, accountId, actorId, eventableId }: Notice): Promise<void> {
  await insertNotification(tx, accountId, null, type, actorId, eventableId ?? null);
}

/** What was undone is told no longer: named by the item, or by who was told. */
export async function withdraw(
  tx: Tx,
  { type, accountId, actorId, eventableId }: Omit<Notice, 'accountId'> & Partial<Notice>,
): Promise<void> {
  await deleteNotification(tx, type, actorId, accountId ?? null, eventableId ?? null);
}

/**
 * After an item was published, changed or unpublished, and its mentions are written: whose recipe it cooks, whom it
 * answers and whom it mentions are told, each once; who is no longer meant is not.
 */
export async function notifyOfItem(tx: Tx, eventableId: number): Promise<void> {
  await replaceNotificationsOf(tx, eventableId, null);
}

export interface Notification {
  /** Rises with time. */
  id: number;
  type: NotificationType;
  read: boolean;
  createdAt: Date;
  /** Who did it. */
  account: AccountCard;
  object: ShortEventable | null;
}

export async function listNotificationsOf(accountId: number, page: Page): Promise<Notification[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listNotificationsAscending : listNotifications;
  const rows = nest<Notification & { object: { id: number | null } }>(
    await list(db, accountId, null, above, below, page.limit),
  );
  return inOrder(
    rows.map(({ object, ...row }) => ({ ...row, object: object?.id == null ? null : toShort(object) })),
    page,
  );
}

const toShort = (item: ShortEventable): ShortEventable => ({ ...item, media: item.media.map(toMedium) });

export async function countUnreadOf(accountId: number): Promise<number> {
  const [counted] = await countUnread(db, accountId, null);
  return counted?.count ?? 0;
}

/** Up to and with `maxId`. */
export async function markNotificationsRead(accountId: number, maxId: number): Promise<void> {
  await markRead(db, accountId, maxId);
}
