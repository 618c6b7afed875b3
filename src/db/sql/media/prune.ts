/** Finds and deletes pictures that are no longer needed. */
import { statement } from '../../statement.ts';

/** Deletes pictures that belong to no item, or failed, 24 hours after the upload. */
export const deleteUnusedMedia = statement<{ key: string }, []>(
  'delete_unused_media',
  `DELETE FROM medium m WHERE m.created_at < now() - interval '24 hours'
   AND (m.eventable_id IS NULL OR (m.remote_url IS NULL AND m.state <> 'ready'))
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = m.account_id AND m.key IN (a.avatar_key, a.header_key))
   AND NOT EXISTS (SELECT 1 FROM collection c WHERE c.cover_id = m.id AND (m.state = 'ready' OR m.remote_url IS NOT NULL))
   RETURNING m.key`,
);

/** Failed remote pictures are fetched again on demand after 24 hours. */
export const retryFailedMedia = statement<never, []>(
  'retry_failed_media',
  `UPDATE medium SET state = 'pending' WHERE state = 'failed' AND remote_url IS NOT NULL
   AND used_at < now() - interval '24 hours'`,
);

/** Evicts the least recently used remote pictures beyond `maxBytes`, except one. */
export const evictMedia = statement<{ key: string }, [maxBytes: number, sparedId: number | null]>(
  'evict_media',
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id IN (
     SELECT id FROM (
       SELECT id, sum(bytes) OVER (ORDER BY used_at DESC, id DESC) AS total
       FROM medium WHERE remote_url IS NOT NULL AND state = 'ready'
     ) cached WHERE total > $1 AND id IS DISTINCT FROM $2)
   RETURNING key`,
);

/** A remote picture that waits to be fetched has no files, unless a process died before it deleted or recorded them. */
export const selectReferencedKeys = statement<{ key: string }, [keys: string[]]>(
  'select_referenced_keys',
  `SELECT key FROM medium WHERE key = ANY($1::text[]) AND NOT (state = 'pending' AND remote_url IS NOT NULL)
   UNION ALL SELECT key FROM import WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM import_picture WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM import_upload WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM export WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM share_picture WHERE key = ANY($1::text[])`,
);

const isStale = `remote_url IS NOT NULL AND state = 'ready' AND used_at < now() - $1 * interval '1 day'`;

export const sumStaleMedia = statement<{ count: number; bytes: number }, [days: number]>(
  'sum_stale_media',
  `SELECT count(*), coalesce(sum(bytes), 0)::bigint AS bytes FROM medium WHERE ${isStale}`,
);

/** Remote pictures that nobody looked at for `days`. */
export const selectStaleMedia = statement<
  { id: number; key: string },
  [days: number, after: number, limit: number]
>('select_stale_media', `SELECT id, key FROM medium WHERE ${isStale} AND id > $2 ORDER BY id LIMIT $3`);

/** They are fetched again when somebody looks at them. A picture fetched in the meantime is spared. */
export const markStaleMediaMissing = statement<{ id: number }, [days: number, ids: number[]]>(
  'mark_stale_media_missing',
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE ${isStale} AND id = ANY($2::bigint[]) RETURNING id`,
);
