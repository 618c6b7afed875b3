/** What administrators did: written in the same transaction as the deed. */
import { type AdminActionRow, insertAdminAction, listAdminActions } from '../../db/sql/admin.ts';
import { db } from '../../db/statement.ts';
import { alongside } from '../../db/transaction.ts';

export type AdminDeed =
  | 'suspend'
  | 'unsuspend'
  | 'reset-password'
  | 'make-admin'
  | 'unmake-admin'
  | 'block-domain'
  | 'unblock-domain'
  | 'retry-host'
  | 'resolve-report'
  | 'replay-job'
  | 'approve'
  | 'reject'
  | 'change-instance';

/** `work` opens one transaction; nothing is noted when it is rolled back. */
export function noting<T>(by: number, deed: AdminDeed, subject: string, work: () => Promise<T>): Promise<T> {
  return alongside(async (tx) => void (await insertAdminAction(tx, by, deed, subject)), work);
}

/** Newest first. */
export const listDeeds = (below: number, limit: number): Promise<AdminActionRow[]> =>
  listAdminActions(db, below, limit);
