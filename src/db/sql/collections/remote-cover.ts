/** Stores where another server has the cover of its collection. */
import { statement } from '../../statement.ts';

/** Deletes the cover unless it has this URL. */
export const deleteOtherCover = statement<
  { key: string; state: 'pending' | 'ready' | 'failed' },
  [collectionId: number, url: string | null]
>(
  'delete_other_cover',
  `DELETE FROM medium m USING collection c
   WHERE c.id = $1 AND m.id = c.cover_id AND m.remote_url IS DISTINCT FROM $2 RETURNING m.key, m.state`,
);

/** Describes the cover again if it is stored. Call it after `deleteOtherCover`. */
export const upsertRemoteCover = statement<
  never,
  [
    collectionId: number,
    key: string,
    url: string,
    description: string,
    contentType: string,
    width: number,
    height: number,
    blurhash: string | null,
  ]
>(
  'upsert_remote_cover',
  `WITH known AS (
     UPDATE medium m SET description = $4 FROM collection c WHERE c.id = $1 AND m.id = c.cover_id RETURNING m.id
   ), made AS (
     INSERT INTO medium (account_id, key, remote_url, description, content_type, width, height, blurhash)
     SELECT c.account_id, $2, $3, $4, $5, $6, $7, $8 FROM collection c JOIN account a ON a.id = c.account_id
     WHERE c.id = $1 AND NOT a.media_rejected AND NOT EXISTS (SELECT 1 FROM known) RETURNING id
   )
   UPDATE collection SET cover_id = made.id FROM made WHERE collection.id = $1`,
);
