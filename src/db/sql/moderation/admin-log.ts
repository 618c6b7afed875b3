/** Writes the log of administrators' actions. */
import { statement } from '../../statement.ts';

/** Raw SQL, because it also runs in transactions that have no Prisma client. */
export const insertAdminAction = statement<never, [accountId: number, action: string, subject: string]>(
  'insert_admin_action',
  `INSERT INTO admin_action (account_id, name, action, subject) SELECT id, username, $2, $3 FROM account WHERE id = $1`,
);
