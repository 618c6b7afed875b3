/** Statements on browsers that are logged in, kept as SHA-256. */
import { statement } from '../statement.ts';

const mayAct = `a.suspended_at IS NULL AND a.deleted_at IS NULL AND m.state = 'active'`;

/** How a member who may log in proves who they are; somebody who waits for an account has none. */
export const selectLogin = statement<{ account_id: number | null; password_hash: string }, [handle: string]>(
  'select_login',
  `SELECT m.account_id, m.password_hash FROM member m JOIN account a ON a.id = m.account_id
   WHERE a.handle = $1 AND a.host = '' AND ${mayAct}
   UNION ALL SELECT NULL, password_hash FROM application WHERE username = $1
   ORDER BY account_id LIMIT 1`,
);

/** Nothing comes of it when the password was changed since it was checked. */
export const insertSession = statement<
  { id: number },
  [hash: Buffer, accountId: number, passwordHash: string, userAgent: string, seconds: number]
>(
  'insert_session',
  `INSERT INTO session (hash, account_id, user_agent, expires_at)
   SELECT $1, m.account_id, $4, now() + make_interval(secs => $5)
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $2 AND m.password_hash = $3 AND ${mayAct}
   FOR SHARE OF m
   RETURNING id`,
);

export interface SessionRow {
  id: number;
  accountId: number;
  username: string;
  isAdmin: boolean;
}

export const selectSession = statement<SessionRow, [hash: Buffer]>(
  'select_session',
  `SELECT s.id, s.account_id AS "accountId", a.username, m.role = 'admin' AS "isAdmin"
   FROM session s JOIN account a ON a.id = s.account_id JOIN member m ON m.account_id = s.account_id
   WHERE s.hash = $1 AND s.expires_at > now() AND ${mayAct}`,
);

export const deleteSession = statement<never, [hash: Buffer]>(
  'delete_session',
  `DELETE FROM session WHERE hash = $1`,
);

/** Held until the end of the transaction: whoever changes the password or the state waits, or is waited for. */
export const lockActiveMember = statement<{ account_id: number }, [accountId: number]>(
  'lock_active_member',
  `SELECT m.account_id FROM member m JOIN account a ON a.id = m.account_id
   WHERE m.account_id = $1 AND ${mayAct} FOR SHARE OF m`,
);
