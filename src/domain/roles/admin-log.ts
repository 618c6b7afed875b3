/** The log of what moderators and administrators do. Each operation of theirs writes its own line, in its own transaction. */
import { prisma, withNumbers } from '../../db/client.ts';
import { insertAdminAction } from '../../db/sql/moderation.ts';
import type { BeforeCommit, Tx } from '../../db/transaction.ts';
import type { Moderator } from './permissions.ts';

export type AdminActionName =
  | 'warn'
  | 'remove-items'
  | 'mark-sensitive'
  | 'limit'
  | 'suspend'
  | 'undo'
  | 'reject-appeal'
  | 'reset-password'
  | 'read-private'
  | 'export-account'
  | 'set-role'
  | 'block-domain'
  | 'unblock-domain'
  | 'allow-domain'
  | 'disallow-domain'
  | 'change-federation'
  | 'import-domains'
  | 'follow-block-list'
  | 'unfollow-block-list'
  | 'approve-block-list'
  | 'keep-block-list'
  | 'retry-host'
  | 'resolve-report'
  | 'replay-job'
  | 'approve'
  | 'reject'
  | 'change-instance'
  | 'change-retention';

interface LogEntry {
  action: AdminActionName;
  subject: string;
  reason?: string;
  /** The decision that the action made. */
  decisionId?: number;
  /** Whose private items it reads. The member sees the entry. */
  ownerId?: number;
}

export async function recordAdminAction(
  tx: Tx,
  { accountId }: Moderator,
  { action, subject, reason = '', decisionId, ownerId }: LogEntry,
): Promise<void> {
  await insertAdminAction(tx, accountId, action, subject, reason, decisionId ?? null, ownerId ?? null);
}

/** For an operation that others than moderators run, too. */
export const logged =
  (moderator: Moderator, entry: LogEntry): BeforeCommit<unknown> =>
  (tx) =>
    recordAdminAction(tx, moderator, entry);

// Lists what moderators and administrators did

interface AdminAction {
  id: number;
  /** The username; it stays when the account is deleted. */
  name: string;
  action: string;
  subject: string;
  reason: string;
  createdAt: Date;
  undoneAt: Date | null;
  /** Whether `undoAction` can take it back. */
  canUndo: boolean;
  /** Whose private items it read. */
  owner: string | null;
}

/** Warnings stay as they were sent, and removed items are gone. */
export const mayUndoDecision = (action: string): boolean => ['mark_sensitive', 'limit', 'suspend'].includes(action);

/** Newest first, with ids below `before`. */
export async function listAdminActions(before: number, limit: number): Promise<AdminAction[]> {
  const rows = await prisma().adminAction.findMany({
    where: { id: { lt: before } },
    include: {
      decision: { select: { action: true, undoneAt: true } },
      owner: { select: { handle: true, username: true } },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ decision, owner, undoneAt, ...row }) => ({
    ...withNumbers(row),
    owner: owner && (owner.handle ?? owner.username),
    // The entry that undid a decision is not undone itself.
    undoneAt: undoneAt ?? (row.action === 'undo' ? null : (decision?.undoneAt ?? null)),
    canUndo:
      undoneAt === null &&
      (decision ? decision.undoneAt === null && mayUndoDecision(decision.action) : row.action === 'block-domain'),
  }));
}
