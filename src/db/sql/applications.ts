/** Statements on people who asked for an account and wait for an answer. */
import { statement } from '../statement.ts';

export interface ApplicationRow {
  id: number;
  username: string;
  email: string | null;
  reason: string;
  created_at: Date;
}

const columns = 'id, username, email, reason, created_at';

/** Whether an account has, or had, this name, or somebody asked for it. */
export const isNameTaken = statement<{ taken: boolean }, [username: string]>(
  'is_name_taken',
  `SELECT EXISTS (SELECT 1 FROM account WHERE handle = $1)
     OR EXISTS (SELECT 1 FROM application WHERE username = $1) AS taken`,
);

/** Answers nothing when somebody else asked for the name, or when so many wait already. */
export const insertApplication = statement<
  { id: number },
  [username: string, email: string | null, passwordHash: string, reason: string, most: number]
>(
  'insert_application',
  `INSERT INTO application (username, email, password_hash, reason) SELECT $1, $2, $3, $4
   WHERE (SELECT count(*) FROM application) < $5 ON CONFLICT DO NOTHING RETURNING id`,
);

export const countApplications = statement<{ count: number }, []>(
  'count_applications',
  `SELECT count(*) AS count FROM application`,
);

/** Who waits longest comes first. */
export const selectApplications = statement<ApplicationRow, [limit: number]>(
  'select_applications',
  `SELECT ${columns} FROM application ORDER BY id LIMIT $1`,
);

export const selectApplication = statement<ApplicationRow, [id: number]>(
  'select_application',
  `SELECT ${columns} FROM application WHERE id = $1`,
);

export const takeApplication = statement<ApplicationRow & { password_hash: string }, [id: number]>(
  'take_application',
  `DELETE FROM application WHERE id = $1 RETURNING ${columns}, password_hash`,
);
