/** Stores when members last visited, known to the day, so that few requests write. */
import { statement } from '../../statement.ts';

export const recordVisit = statement<never, [accountId: number]>(
  'record_visit',
  `UPDATE member SET seen_at = now() WHERE account_id = $1 AND seen_at < now() - interval '1 day'`,
);
