/** Statements on items that their authors deleted on a page and can still restore. */
import { statement } from '../../statement.ts';
import { headerSelect, type ItemHeader } from './eventables.ts';

/** SQL: it is deleted for good, as its tombstone says, and a job removes the rest of it. */
const isDeleted = (item: string) => `EXISTS (
  SELECT 1 FROM tombstone t JOIN account a ON a.iri = t.actor_iri WHERE t.iri = ${item}.iri AND a.id = ${item}.account_id)`;

/** Returns the version that the item has while it is trashed. */
export const trashEventable = statement<{ version: number }, [id: number]>(
  'trash_eventable',
  `UPDATE eventable SET publication = 'trashed', version = version + 1 WHERE id = $1 RETURNING version`,
);

/** Returns no row if the item is not trashed, or belongs to another account. */
export const restoreEventable = statement<
  { type: string; publication: 'draft' | 'published' },
  [accountId: number, id: number]
>(
  'restore_eventable',
  `UPDATE eventable SET
     publication = CASE WHEN iri IS NULL THEN 'draft' ELSE 'published' END::publication, version = version + 1
   WHERE id = $2 AND account_id = $1 AND publication = 'trashed' AND NOT ${isDeleted('eventable')}
   RETURNING type, publication`,
);

/** Returns no row if the item was restored since it had this version. */
export const lockTrashedItem = statement<ItemHeader, [id: number, version: number]>(
  'lock_trashed_item',
  `${headerSelect} WHERE e.id = $1 AND e.version = $2 AND e.publication = 'trashed' FOR UPDATE OF e`,
);

/** Returns no row unless the item is trashed and deleted for good. */
export const lockDeletedItem = statement<{ id: number }, [id: number]>(
  'lock_deleted_item',
  `SELECT e.id FROM eventable e WHERE e.id = $1 AND e.publication = 'trashed' AND ${isDeleted('e')} FOR UPDATE OF e`,
);
