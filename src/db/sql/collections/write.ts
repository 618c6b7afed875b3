/** Creates, changes and deletes local collections. */
import { statement } from '../../statement.ts';

type Visibility = 'public' | 'unlisted' | 'private';

/** Serialises the creation of collections of an account, so that the limit holds. */
export const lockCollections = statement<never, [accountId: number]>(
  'lock_collections',
  `SELECT pg_advisory_xact_lock(hashtextextended('collections', $1::bigint))`,
);

export const countCollections = statement<{ count: number }, [accountId: number]>(
  'count_collections',
  `SELECT count(*) AS count FROM collection WHERE account_id = $1`,
);

export const insertCollection = statement<
  { id: number },
  [accountId: number, name: string, description: string, visibility: Visibility, coverId: number | null]
>(
  'insert_collection',
  `INSERT INTO collection (account_id, name, description, visibility, cover_id)
   VALUES ($1, $2, $3, $4::visibility, $5) RETURNING id`,
);

export interface OwnCollection {
  id: number;
  account_id: number;
  visibility: Visibility;
}

/** Locks the collection until the transaction ends. */
export const lockOwnCollection = statement<OwnCollection, [ownerId: number, id: number]>(
  'lock_own_collection',
  `SELECT id, account_id, visibility FROM collection WHERE account_id = $1 AND id = $2 FOR UPDATE`,
);

/** Null leaves a column as it is. */
export const updateCollectionRow = statement<
  never,
  [
    id: number,
    name: string | null,
    description: string | null,
    visibility: Visibility | null,
    changesCover: boolean,
    coverId: number | null,
  ]
>(
  'update_collection_row',
  `UPDATE collection SET name = coalesce($2, name), description = coalesce($3, description),
     visibility = coalesce($4::visibility, visibility), cover_id = CASE WHEN $5 THEN $6 ELSE cover_id END,
     updated_at = greatest(now(), updated_at + interval '1 ms')
   WHERE id = $1`,
);

export const deleteCollectionRow = statement<never, [id: number]>(
  'delete_collection_row',
  `DELETE FROM collection WHERE id = $1`,
);

/** A picture of the account that may be shown: of one of its items, or of none. */
export const selectOwnCover = statement<{ id: number }, [accountId: number, mediumId: number]>(
  'select_own_cover',
  `SELECT m.id FROM medium m WHERE m.id = $2 AND m.account_id = $1 AND m.state = 'ready'
     AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = $1 AND m.key IN (a.avatar_key, a.header_key)) FOR KEY SHARE`,
);
