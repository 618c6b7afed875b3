/** Finds members who may get a link to reset their password. */
import { statement } from '../../statement.ts';
import { memberWhoMayLogIn } from './active-member.ts';

/** By name or by confirmed e-mail address, which several members may share. Locks them. */
export const lockResettableMembers = statement<
  { accountId: number; username: string; email: string },
  [handle: string, email: string]
>(
  'lock_resettable_members',
  `SELECT m.account_id AS "accountId", a.username, m.email
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE (a.handle = $1 OR lower(m.email) = lower($2)) AND m.email IS NOT NULL AND m.email_confirmed_at IS NOT NULL AND ${memberWhoMayLogIn}
   ORDER BY m.account_id LIMIT 3 FOR UPDATE OF m`,
);
