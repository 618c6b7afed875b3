/**
 * Shows items to moderators. Whatever not everybody may read is shown only if the moderator may see it or a report names it,
 * and each time the log says so, which the author reads.
 */
import { prisma } from '../../db/client.ts';
import {
  insertPrivateAccess,
  lockModeratedItems,
  type ModeratedItem,
  selectModeratedItems,
} from '../../db/sql/moderation.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { type Moderator, operator } from '../roles/permissions.ts';
import { recordAdminAction } from './admin-log.ts';

export type { ModeratedItem } from '../../db/sql/moderation.ts';

/** Where a moderator reads: words that never change, as the log keeps them. */
export type AccessPlace = `report ${number}` | `decision ${number}` | 'account';

interface Wanted {
  accountId: number;
  ids: number[];
  /** The report that opens the items it names to moderators. */
  reportId?: number | null;
}

/** A missing visibility is one that nobody noted. */
export const isPrivate = ({ visibility }: { visibility?: Visibility }): boolean =>
  visibility !== 'public' && visibility !== 'unlisted';

/** Reads published items of an account for a page. Leaves out those that the moderator may not read. */
export async function readModeratedItems(
  moderator: Moderator,
  { accountId, ids, reportId = null }: Wanted,
): Promise<ModeratedItem[]> {
  if (ids.length === 0) return [];
  return transact(async (tx) => {
    const items = await selectModeratedItems(tx, moderator.accountId, null, accountId, ids, reportId);
    await logPrivateAccess(
      tx,
      moderator,
      accountId,
      items,
      reportId === null ? 'account' : `report ${reportId}`,
    );
    return items;
  });
}

/** Locks the items that a decision concerns, without those that the moderator may not read. */
export const lockItemsFor = (
  tx: Tx,
  { accountId: moderatorId }: Moderator,
  { accountId, ids, reportId = null }: Wanted,
): Promise<ModeratedItem[]> => lockModeratedItems(tx, moderatorId, null, accountId, ids, reportId);

/** A step. Does nothing for items that everybody may read, and for the author's own. */
export async function logPrivateAccess(
  tx: Tx,
  { accountId }: Moderator,
  ownerId: number,
  items: { id: number; visibility?: Visibility }[],
  place: AccessPlace,
): Promise<void> {
  const ids = items.filter(isPrivate).map(({ id }) => id);
  if (ids.length > 0 && accountId !== ownerId) await insertPrivateAccess(tx, accountId, ownerId, ids, place);
}

/** The operator exports an account at the command line, with everything in it. */
export const logAccountExport = (ownerId: number): Promise<void> =>
  transact((tx) => recordAdminAction(tx, operator, { action: 'export-account', subject: '', ownerId }));

export interface PrivateAccess {
  id: number;
  at: Date;
  /** `operator` at the command line. Moderators stay anonymous. */
  by: 'moderator' | 'operator';
  /** All items of the account for an archive that the operator wrote. */
  action: string;
  place: string;
  itemIds: number[];
}

/** Who in the administration read private items of an account, newest first, with ids below `before`. */
export async function listPrivateAccess(
  ownerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number; limit: number },
): Promise<PrivateAccess[]> {
  const rows = await prisma().adminAction.findMany({
    where: { ownerId, id: { lt: before } },
    select: {
      id: true,
      name: true,
      accountId: true,
      action: true,
      subject: true,
      itemIds: true,
      createdAt: true,
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, name, accountId, action, subject, itemIds, createdAt }) => ({
    ...{ id: Number(id), at: createdAt, action, place: subject, itemIds: itemIds.map(Number) },
    by: accountId === null && name === 'operator' ? 'operator' : 'moderator',
  }));
}
