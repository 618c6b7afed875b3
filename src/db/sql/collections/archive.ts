/** Reads the collections of an account for its archive, and restores their covers. */
import { statement } from '../../statement.ts';

export const listCollectionsToArchive = statement<
  {
    id: number;
    name: string;
    description: string;
    visibility: 'public' | 'unlisted' | 'private' | 'direct';
    cover_key: string | null;
    cover_description: string | null;
    /** The cover belongs to no item, so its file is not in the archive yet. */
    is_loose: boolean;
  },
  [accountId: number, above: number, limit: number]
>(
  'list_collections_to_archive',
  `SELECT c.id, c.name, c.description, c.visibility, m.key AS cover_key, m.description AS cover_description,
     coalesce(m.id IS NOT NULL AND m.eventable_id IS NULL, false) AS is_loose
   FROM collection c LEFT JOIN medium m ON m.id = c.cover_id AND m.state = 'ready'
   WHERE c.account_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3`,
);

/** In order. The id is the position. */
export const listEntriesToArchive = statement<
  {
    id: number;
    item_id: number;
    type: 'recipe' | 'preparation' | 'baking' | 'status';
    iri: string | null;
    account_id: number;
    note: string;
  },
  [collectionId: number, above: number, limit: number]
>(
  'list_entries_to_archive',
  `SELECT i.position AS id, e.id AS item_id, e.type, e.iri, e.account_id, i.note
   FROM collection_item i JOIN eventable e ON e.id = i.eventable_id
   WHERE i.collection_id = $1 AND i.position > $2 ORDER BY i.position LIMIT $3`,
);

/** The picture may still be processed. */
export const restoreCover = statement<never, [accountId: number, id: number, mediumId: number]>(
  'restore_cover',
  `UPDATE collection SET cover_id = $3 WHERE account_id = $1 AND id = $2 AND cover_id IS NULL`,
);
