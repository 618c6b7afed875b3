/** Notifications and their digest. */
import { inBatches } from '../../db/batch.ts';
import { prisma } from '../../db/client.ts';
import { claimDigest, type DueDigest, selectDueDigests } from '../../db/sql/mail.ts';
import { countUnread, listNotifications, markSomeRead, selectUnreadItems } from '../../db/sql/notifications.ts';
import { db, nest, readPage } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import type { NotificationType } from '../../db/vocabulary.ts';
import type { Page } from '../../lib/page.ts';
import type { AccountCard, MemberViewer } from '../accounts/account.ts';
import { applyFilters, type FilterableItem, findMatcher } from '../filters/filters.ts';
import { type ItemSummary, withMedia } from '../items/read.ts';
import { isMailOn, mailMember } from '../mail/mail.ts';
import type { DigestLine } from '../mail/texts.ts';

// Groups notifications about the same thing, for a page that shows each group as one line

export interface NotificationGroup extends Omit<Notification, 'id' | 'account'> {
  /** Newest first, each once. */
  accounts: [AccountCard, ...AccountCard[]];
}

/** Whether several about the same item form a group. */
const isGrouped: Record<NotificationType, boolean> = {
  follow: true,
  follow_request: false,
  mention: false,
  reply: false,
  like: true,
  boost: true,
  cooked: false,
  forked: false,
  quote: false,
  recipe_changed: false,
  undelivered: false,
  moderation: false,
};

/** `list` is newest first. A group stands where its newest notification is, and is unread if one of them is. */
export function groupNotifications(list: Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const { id, account, ...notification } of list) {
    const { type, object, read } = notification;
    const key = isGrouped[type] ? `${type} ${object?.id ?? ''}` : String(id);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { ...notification, accounts: [account] });
      continue;
    }
    group.read &&= read;
    if (!group.accounts.some((known) => known.id === account.id)) group.accounts.push(account);
  }
  return [...groups.values()];
}

// Reads the notifications of a local account and marks them as read

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
  const rows = nest<Notification & { object: { id: number | null } }>(
    await readPage(listNotifications, page, [accountId, null]),
  );
  return rows.map(({ object, ...row }) => ({ ...row, object: object?.id == null ? null : withMedia(object) }));
}

/**
 * Counts without those that filters hide. Pages stop counting at `upTo`, so that they stay fast for somebody with
 * thousands of them.
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
  await inBatches({ max: maxMarked }, async (tx, size) => (await markSomeRead(tx, accountId, maxId, size))[0]!.marked);
}

export async function markNotificationsSeen(accountId: number, ids: number[]): Promise<void> {
  await prisma().notification.updateMany({ where: { accountId, id: { in: ids } }, data: { read: true } });
}

// Sends members who stayed away for a week what they missed, if they want it

/** Members in one run. The others get theirs with the next one. */
const maxDigests = 500;
/** The newest notifications that a digest looks at. */
const maxRead = 100;
const maxLines = 10;

/** May run in several processes: each digest is claimed before it is sent. */
export async function sendDigests(): Promise<void> {
  if (!isMailOn) return;
  for (const due of await selectDueDigests(db, maxDigests)) await sendDigest(due);
}

async function sendDigest(due: DueDigest): Promise<void> {
  const { accountId, username } = due;
  const groups = await readMissed(due);
  const lines = groups.slice(0, maxLines).map(lineOf);
  await transact(async (tx) => {
    const [claimed] = await claimDigest(tx, accountId);
    // Filters may hide everything. The member is then left alone for another week.
    if (!claimed || lines.length === 0) return;
    await mailMember(tx, accountId, 'digest', { username, lines, more: groups.length - lines.length });
  });
}

async function readMissed({ accountId, filtersVersion, since }: DueDigest): Promise<NotificationGroup[]> {
  const page = { limit: maxRead, maxId: null, minId: null, order: 'desc' as const };
  const found = await listNotificationsOf(accountId, page);
  const missed = found.filter(({ read, createdAt }) => !read && createdAt > since);
  const filters = await applyFilters(
    missed.map(({ object }) => object),
    { accountId, host: null, filtersVersion },
    'notifications',
  );
  // A filter that only warns hides the words from an e-mail, which has no button to show them.
  return groupNotifications(missed.filter(({ object }) => filters.of(object).length === 0));
}

function lineOf({ type, object, accounts }: NotificationGroup): DigestLine {
  const [{ username, host }] = accounts;
  const who = host === '' ? `@${username}` : `@${username}@${host}`;
  return { type, who, count: accounts.length, item: object?.name ?? '' };
}
