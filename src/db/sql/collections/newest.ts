/** Lists what was added to a collection last, for its feed. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';
import { entriesOf } from './columns.ts';

/** Visible items, the last added first. */
export const listNewestEntries = statement<
  { id: number },
  [accountId: number | null, host: string | null, collectionId: number, limit: number]
>(
  'list_newest_entries',
  `SELECT e.id FROM ${entriesOf('$3')} i JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY i.created_at DESC, i.id DESC LIMIT $4`,
);
