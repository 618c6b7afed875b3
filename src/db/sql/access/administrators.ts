/** Tells whether the instance has been set up. */
import { statement } from '../../statement.ts';

export const selectHasAdministrator = statement<{ has_administrator: boolean }, []>(
  'select_has_administrator',
  `SELECT EXISTS (SELECT 1 FROM member WHERE role IN ('admin', 'owner')) AS has_administrator`,
);

export const selectHasMembers = statement<{ has_members: boolean }, []>(
  'select_has_members',
  `SELECT EXISTS (SELECT 1 FROM member) AS has_members`,
);
