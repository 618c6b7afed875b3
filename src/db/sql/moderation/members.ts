/** Locks members while roles change. */
import { statement } from '../../statement.ts';

/** Serializes role changes, so that two administrators cannot demote each other and leave none. */
export const lockAdmins = statement<{ account_id: number }, []>(
  'lock_admins',
  `SELECT account_id FROM member WHERE role = 'admin' ORDER BY account_id FOR UPDATE`,
);
