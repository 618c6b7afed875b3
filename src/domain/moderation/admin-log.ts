/** Records what administrators do, in the transaction that does it. */
import { prisma } from '../../db/client.ts';
import { insertAdminAction } from '../../db/sql/moderation/admin-log.ts';
import { withBeforeCommit } from '../../db/transaction.ts';

export type AdminActionName =
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

/** Runs `work`, which must open one transaction. A rolled-back transaction leaves no log entry. */
export function logAdminAction<T>(
  adminId: number,
  action: AdminActionName,
  subject: string,
  work: () => Promise<T>,
): Promise<T> {
  return withBeforeCommit(async (tx) => void (await insertAdminAction(tx, adminId, action, subject)), work);
}

export interface AdminAction {
  id: number;
  /** The administrator's username; it stays when the account is deleted. */
  name: string;
  action: string;
  subject: string;
  createdAt: Date;
}

/** Newest first, with ids below `before`. */
export async function listAdminActions(before: number, limit: number): Promise<AdminAction[]> {
  const rows = await prisma().adminAction.findMany({
    select: { id: true, name: true, action: true, subject: true, createdAt: true },
    where: { id: { lt: before } },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
