/** Groups notifications about the same thing, for a page that shows each group as one line. */
import type { AccountCard } from '../accounts/account.ts';
import type { Notification, NotificationType } from './notifications.ts';

export interface NotificationGroup extends Omit<Notification, 'id' | 'account'> {
  /** Newest first, each once. */
  accounts: [AccountCard, ...AccountCard[]];
}

const grouped = new Set<NotificationType>(['like', 'boost', 'follow']);

/** `list` is newest first. A group stands where its newest notification is, and is unread if one of them is. */
export function groupNotifications(list: Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const { id, account, ...notification } of list) {
    const { type, object, read } = notification;
    const key = grouped.has(type) ? `${type} ${object?.id ?? ''}` : String(id);
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
