/** Sends members who stayed away for a week what they missed, if they want it. */
import { claimDigest, type DueDigest, selectDueDigests } from '../../db/sql/mail.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { applyFilters } from '../filters/apply.ts';
import { isMailOn, mailMember } from '../mail/mail.ts';
import type { DigestLine } from '../mail/texts/digest.ts';
import { groupNotifications, type NotificationGroup } from './group.ts';
import { listNotificationsOf } from './notifications.ts';

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
