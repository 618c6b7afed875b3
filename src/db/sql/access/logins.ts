/** Stores who logged in with which browser from where. */
import { statement } from '../../statement.ts';

export interface LoginRow {
  username: string;
  created_at: Date;
  /** There are earlier log-ins, and none has this browser or this address. */
  is_unknown: boolean;
}

export const insertLogin = statement<LoginRow, [accountId: number, userAgent: string, address: string]>(
  'insert_login',
  `WITH known AS (
     SELECT count(*) AS logins, count(*) FILTER (WHERE user_agent = $2 OR address = $3) AS alike
     FROM login WHERE account_id = $1
   ), inserted AS (
     INSERT INTO login (account_id, user_agent, address) VALUES ($1, $2, $3) RETURNING account_id, created_at
   )
   SELECT a.username, inserted.created_at, known.logins > 0 AND known.alike = 0 AS is_unknown
   FROM inserted JOIN account a ON a.id = inserted.account_id CROSS JOIN known`,
);

export const selectLogins = statement<
  { userAgent: string; address: string; createdAt: Date },
  [accountId: number, limit: number]
>(
  'select_logins',
  `SELECT user_agent AS "userAgent", address, created_at AS "createdAt"
   FROM login WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
);

export const pruneLogins = statement<never, []>(
  'prune_logins',
  `DELETE FROM login WHERE created_at < now() - interval '90 days'`,
);
