/** Writes the log of the actions of moderators and administrators. */
import { statement } from '../../statement.ts';

/** Raw SQL, because it also runs in transactions that have no Prisma client. Without an account it is the operator's action. */
export const insertAdminAction = statement<
  never,
  [accountId: number | null, action: string, subject: string, reason: string, decisionId: number | null]
>(
  'insert_admin_action',
  `INSERT INTO admin_action (account_id, name, action, subject, reason, decision_id)
   VALUES ($1, coalesce((SELECT username FROM account WHERE id = $1), 'operator'), $2, $3, $4, $5)`,
);

export const markActionUndone = statement<never, [id: number]>(
  'mark_action_undone',
  `UPDATE admin_action SET undone_at = now() WHERE id = $1`,
);
