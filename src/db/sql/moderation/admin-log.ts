/** Writes the log of the actions of moderators and administrators. */
import { statement } from '../../statement.ts';

/** Raw SQL, because it also runs in transactions that have no Prisma client. Without an account it is the operator's action. */
export const insertAdminAction = statement<
  never,
  [
    accountId: number | null,
    action: string,
    subject: string,
    reason: string,
    decisionId: number | null,
    ownerId: number | null,
  ]
>(
  'insert_admin_action',
  `INSERT INTO admin_action (account_id, name, action, subject, reason, decision_id, owner_id)
   VALUES ($1, coalesce((SELECT username FROM account WHERE id = $1), 'operator'), $2, $3, $4, $5, $6)`,
);

export const markActionUndone = statement<never, [id: number]>(
  'mark_action_undone',
  `UPDATE admin_action SET undone_at = now() WHERE id = $1`,
);

/**
 * Logs that private items of an account were read. The same items shown to the same moderator in the same place within ten
 * minutes are one access.
 */
export const insertPrivateAccess = statement<
  never,
  [accountId: number | null, ownerId: number, itemIds: number[], subject: string]
>(
  'insert_private_access',
  `INSERT INTO admin_action (account_id, name, action, owner_id, item_ids, subject)
   SELECT $1, coalesce((SELECT username FROM account WHERE id = $1), 'operator'), 'read-private', $2, $3, $4
   WHERE NOT EXISTS (
     SELECT 1 FROM admin_action WHERE owner_id = $2 AND account_id IS NOT DISTINCT FROM $1 AND action = 'read-private'
       AND item_ids @> $3 AND subject = $4 AND created_at > now() - interval '10 minutes')`,
);
