/** Lists what moderators and administrators did. */
import { prisma } from '../../db/client.ts';

export interface AdminAction {
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
  return rows.map(({ id, name, action, subject, reason, createdAt, decision, owner, undoneAt }) => ({
    id: Number(id),
    name,
    action,
    subject,
    reason,
    createdAt,
    owner: owner && (owner.handle ?? owner.username),
    // The entry that undid a decision is not undone itself.
    undoneAt: undoneAt ?? (action === 'undo' ? null : (decision?.undoneAt ?? null)),
    canUndo:
      undoneAt === null &&
      (decision ? decision.undoneAt === null && mayUndoDecision(decision.action) : action === 'block-domain'),
  }));
}
