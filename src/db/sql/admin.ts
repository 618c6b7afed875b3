/** Statements for whoever governs this server: what they did, what there is, whom it serves. */
import { statement } from '../statement.ts';

export const insertAdminAction = statement<never, [accountId: number, action: string, subject: string]>(
  'insert_admin_action',
  `INSERT INTO admin_action (account_id, name, action, subject) SELECT id, username, $2, $3 FROM account WHERE id = $1`,
);

export interface AdminActionRow {
  id: number;
  name: string;
  action: string;
  subject: string;
  created_at: Date;
}

/** Newest first, between two ids. */
export const listAdminActions = statement<AdminActionRow, [below: number, limit: number]>(
  'list_admin_actions',
  `SELECT id, name, action, subject, created_at FROM admin_action WHERE id < $1 ORDER BY id DESC LIMIT $2`,
);

export interface Stock {
  members: number;
  suspended: number;
  items: number;
  pictures: number;
  picture_bytes: number;
  remote_bytes: number;
  database_bytes: number;
  open_reports: number;
  applications: number;
}

export const countStock = statement<Stock, []>(
  'count_stock',
  `SELECT (SELECT count(*) FROM member m JOIN account a ON a.id = m.account_id WHERE a.deleted_at IS NULL) AS members,
     (SELECT count(*) FROM member m JOIN account a ON a.id = m.account_id
      WHERE a.deleted_at IS NULL AND a.suspended_at IS NOT NULL) AS suspended,
     (SELECT count(*) FROM eventable e JOIN member m ON m.account_id = e.account_id) AS items,
     (SELECT count(*) FROM medium) AS pictures,
     (SELECT coalesce(sum(bytes), 0)::bigint FROM medium WHERE remote_url IS NULL) AS picture_bytes,
     (SELECT coalesce(sum(bytes), 0)::bigint FROM medium WHERE remote_url IS NOT NULL) AS remote_bytes,
     pg_database_size(current_database()) AS database_bytes,
     (SELECT count(*) FROM report WHERE resolved_at IS NULL) AS open_reports,
     (SELECT count(*) FROM application) AS applications`,
);

export interface GovernedRow {
  id: number;
  name: string;
  called: string;
  email: string | null;
  role: 'member' | 'admin';
  state: 'active' | 'disabled';
  suspended_at: Date | null;
  created_at: Date;
}

/** Newest first, below an id; those whose name begins with the word. */
export const listGoverned = statement<GovernedRow, [word: string, below: number, limit: number]>(
  'list_governed',
  `SELECT a.id, a.username AS name, a.name AS called, m.email, m.role, m.state, a.suspended_at, a.created_at
   FROM account a JOIN member m ON m.account_id = a.id
   WHERE a.deleted_at IS NULL AND starts_with(a.handle, $1) AND a.id < $2 ORDER BY a.id DESC LIMIT $3`,
);

/** The last administrator stays one. */
export const changeRole = statement<{ account_id: number }, [accountId: number, role: string]>(
  'change_role',
  `WITH admins AS MATERIALIZED (SELECT account_id FROM member WHERE role = 'admin' ORDER BY account_id FOR UPDATE)
   UPDATE member SET role = $2::member_role
   WHERE account_id = $1 AND ($2 = 'admin' OR EXISTS (SELECT 1 FROM admins WHERE account_id <> $1))
   RETURNING account_id`,
);

/** What a block of a domain would touch. */
export const countTouched = statement<
  { accounts: number; followers: number; followed: number; items: number },
  [host: string]
>(
  'count_touched',
  `WITH theirs AS MATERIALIZED (SELECT id FROM account a WHERE a.host <> '' AND (
     split_part(a.host, ':', 1) = $1 OR right(split_part(a.host, ':', 1), length($1) + 1) = '.' || $1))
   SELECT (SELECT count(*) FROM theirs) AS accounts,
     (SELECT count(*) FROM follow f JOIN theirs t ON t.id = f.follower_id JOIN member m ON m.account_id = f.followee_id) AS followers,
     (SELECT count(*) FROM follow f JOIN theirs t ON t.id = f.followee_id JOIN member m ON m.account_id = f.follower_id) AS followed,
     (SELECT count(*) FROM eventable e JOIN theirs t ON t.id = e.account_id) AS items`,
);
