/**
 * Records what moderators and administrators do. Each operation of theirs writes its own line, in its own transaction.
 */
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
