/** Statements that forget pictures. */
import { statement } from '../statement.ts';

/** Pictures that a day after they came belong to nothing, or never became any. */
export const pruneMedia = statement<{ key: string }, []>(
  'prune_media',
  `DELETE FROM medium m WHERE m.created_at < now() - interval '24 hours'
   AND (m.eventable_id IS NULL OR (m.remote_url IS NULL AND m.state <> 'ready'))
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = m.account_id AND a.avatar_key = m.key)
   RETURNING m.key`,
);

/** What could not be had is tried again after a day, if somebody looks. */
export const reviveMedia = statement<never, []>(
  'revive_media',
  `UPDATE medium SET state = 'pending' WHERE state = 'failed' AND remote_url IS NOT NULL
   AND used_at < now() - interval '24 hours'`,
);

/** Pictures of other servers that were looked at longest ago, beyond so many bytes of them; one is spared. */
export const evictMedia = statement<{ key: string }, [budget: number, sparedId: number | null]>(
  'evict_media',
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id IN (
     SELECT id FROM (
       SELECT id, sum(bytes) OVER (ORDER BY used_at DESC, id DESC) AS total
       FROM medium WHERE remote_url IS NOT NULL AND state = 'ready'
     ) cached WHERE total > $1 AND id IS DISTINCT FROM $2)
   RETURNING key`,
);

export const selectKnownKeys = statement<{ key: string }, [keys: string[]]>(
  'select_known_keys',
  `SELECT key FROM medium WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM import WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM export WHERE key = ANY($1::text[])`,
);
