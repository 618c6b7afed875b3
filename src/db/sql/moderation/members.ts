/** Locks members while roles change. */
import { statement } from '../../statement.ts';

/** Serializes role changes, so that two owners cannot demote each other and leave none. */
export const lockOwners = statement<{ account_id: number }, []>(
  'lock_owners',
  `SELECT account_id FROM member WHERE role = 'owner' ORDER BY account_id FOR UPDATE`,
);

export const selectHasOwner = statement<{ has_owner: boolean }, []>(
  'select_has_owner',
  `SELECT EXISTS (SELECT 1 FROM member WHERE role = 'owner') AS has_owner`,
);
