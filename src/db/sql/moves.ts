/** Statements on accounts that move from one server to another. */
import { statement } from '../statement.ts';

/** Answers nothing when that is known already. */
export const setMovedTo = statement<{ id: number }, [id: number, targetId: number | null]>(
  'set_moved_to',
  `UPDATE account SET moved_to_id = $2, updated_at = greatest(now(), updated_at + interval '1 millisecond')
   WHERE id = $1 AND moved_to_id IS DISTINCT FROM $2 RETURNING id`,
);

export const setAliases = statement<{ id: number }, [id: number, iris: string[]]>(
  'set_aliases',
  `UPDATE account SET also_known_as = $2, updated_at = greatest(now(), updated_at + interval '1 millisecond')
   WHERE id = $1 AND host = '' AND also_known_as <> $2::text[] RETURNING id`,
);

/** Those of this server who can act, in order of their ids, above `after`. */
export const listFollowersHere = statement<{ id: number }, [accountId: number, after: number, limit: number]>(
  'list_followers_here',
  `SELECT a.id FROM follow f JOIN account a ON a.id = f.follower_id
   WHERE f.followee_id = $1 AND a.id > $2 AND a.host = '' AND a.deleted_at IS NULL AND a.suspended_at IS NULL
   ORDER BY a.id LIMIT $3`,
);
