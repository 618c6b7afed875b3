/** Finds members who may get a link to reset their password. */
import { statement } from '../../statement.ts';
import { activeMember } from './active-member.ts';

/** By name or by confirmed e-mail address, which several members may share. Leaves out those who got too many. */
export const selectResettableMembers = statement<
  { accountId: number; username: string },
  [handle: string, email: string, maxPerHour: number]
>(
  'select_resettable_members',
  `SELECT m.account_id AS "accountId", a.username
   FROM member m JOIN account a ON a.id = m.account_id
   WHERE (a.handle = $1 OR lower(m.email) = lower($2)) AND m.email_confirmed_at IS NOT NULL AND ${activeMember}
     AND (SELECT count(*) FROM mail WHERE mail.account_id = m.account_id AND kind = 'reset-password'
       AND mail.created_at > now() - interval '1 hour') < $3
   ORDER BY m.account_id LIMIT 3`,
);
