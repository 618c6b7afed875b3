/** Statements on media. */
import { type AsDescribed, type Json, type RowOf, statement } from '../statement.ts';
import { unblocked, visible } from './visibility.ts';

// Reads and writes the rows of pictures

/** Appends the picture to those of the item. */
export const insertMedium = statement(
  'insert_medium',
  ['accountId', 'eventableId?', 'key', 'description'],
  `INSERT INTO medium (account_id, eventable_id, key, description, position)
   VALUES ($1, $2, $3, $4, coalesce((SELECT max(position) + 1 FROM medium WHERE eventable_id = $2), 0))
   RETURNING id`,
);

export const countMedia = statement(
  'count_media',
  ['eventableId'],
  `SELECT count(*) FROM medium WHERE eventable_id = $1 AND state <> 'failed'`,
  { notNull: ['count'] },
);

/** Failed pictures are not counted. */
export const selectContentAndMediaCount = statement(
  'select_content_and_media_count',
  ['id'],
  `SELECT e.content, (SELECT count(*) FROM medium m WHERE m.eventable_id = e.id AND m.state <> 'failed') AS pictures
   FROM eventable e WHERE e.id = $1`,
  { notNull: ['pictures'] },
);

export type MediumRow = RowOf<typeof selectMedium>;

const slot = `(SELECT CASE m.key WHEN p.avatar_key THEN 'avatar' WHEN p.header_key THEN 'header' END FROM account p
    WHERE p.id = m.account_id)`;

/** `slot`: Of the account that it is a picture of. */
export const selectMedium = statement<'select_medium', { slot: 'avatar' | 'header' | null }>(
  'select_medium',
  ['id'],
  `SELECT m.id, m.account_id, m.eventable_id, m.key, m.state, m.remote_url, ${slot} AS slot
   FROM medium m WHERE m.id = $1`,
);

/** Returns no row if it was deleted or is ready already. An existing description stays. */
export const markMediumReady = statement(
  'mark_medium_ready',
  ['id', 'description', 'width', 'height', 'blurhash', 'bytes'],
  `UPDATE medium SET state = 'ready', content_type = 'image/webp', width = $3, height = $4, blurhash = $5, bytes = $6,
     used_at = now(), description = CASE WHEN description = '' THEN $2 ELSE description END
   WHERE id = $1 AND state <> 'ready' RETURNING account_id, eventable_id, description`,
);

export const describeOwnMedium = statement(
  'describe_own_medium',
  ['accountId', 'eventableId', 'id', 'description?'],
  `UPDATE medium SET description = coalesce($4, description) WHERE id = $3 AND eventable_id = $2 AND account_id = $1
    RETURNING id`,
);

export const deleteOwnMedium = statement(
  'delete_own_medium',
  ['accountId', 'eventableId', 'id'],
  `DELETE FROM medium WHERE id = $3 AND eventable_id = $2 AND account_id = $1 RETURNING key`,
);

/** Deletes the item's pictures that are not listed, but none that its author has not seen yet. */
export const deleteOtherMedia = statement(
  'delete_other_media',
  ['eventableId', 'listedIds'],
  `DELETE FROM medium WHERE eventable_id = $1 AND id <> ALL($2::bigint[]) AND state <> 'pending' RETURNING key`,
);

/** Attaches, in this order, those that are the author's own, ready, and belong to this item or to none. */
export const attachMedia = statement(
  'attach_media',
  ['accountId', 'eventableId', 'ids'],
  `UPDATE medium m SET eventable_id = $2, position = wanted.place
   FROM unnest($3::bigint[]) WITH ORDINALITY AS wanted(id, place)
   WHERE m.id = wanted.id AND m.account_id = $1 AND m.state = 'ready'
     AND (m.eventable_id IS NULL OR m.eventable_id = $2) AND ${slot} IS NULL
   RETURNING m.id`,
);

/** A cover is as visible as its collection. */
const isSharedCover = `EXISTS (
  SELECT 1 FROM collection c WHERE c.cover_id = m.id AND c.visibility IN ('public', 'unlisted'))`;

export type ServableMedium = RowOf<typeof selectServableMedium>;

/**
 * Pictures without an item are visible to their owner only, except those of profiles and collections.
 * `public`: True if everybody may see it, so shared caches may store it.
 */
export const selectServableMedium = statement(
  'select_servable_medium',
  ['accountId?', 'host?', 'key'],
  `SELECT m.id, m.state, m.remote_url, coalesce(m.key = a.avatar_key, false) AS is_avatar,
     coalesce(e.publication = 'published' AND e.visibility IN ('public', 'unlisted'), m.key IN (a.avatar_key,
       a.header_key) OR ${isSharedCover}, ${isSharedCover}) AS public
   FROM medium m JOIN account a ON a.id = m.account_id LEFT JOIN eventable e ON e.id = m.eventable_id
   WHERE m.key = $3 AND CASE WHEN m.eventable_id IS NULL
     THEN a.suspended_at IS NULL AND a.deleted_at IS NULL AND (m.key IN (a.avatar_key, a.header_key)
       OR m.account_id = $1
       OR (${isSharedCover} AND ${unblocked('m.account_id')}))
     ELSE ${visible()} END`,
  { notNull: ['id', 'state', 'is_avatar', 'public'] },
);

/** One write per hour is exact enough for least-recently-used eviction. */
export const touchMedium = statement(
  'touch_medium',
  ['id'],
  `UPDATE medium SET used_at = now() WHERE id = $1 AND used_at < now() - interval '1 hour'`,
);

/** Its files are missing, so it must be fetched again. */
export const markMediumMissing = statement(
  'mark_medium_missing',
  ['id'],
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id = $1 AND state = 'ready' AND remote_url IS NOT NULL`,
);

// Stores the URLs of pictures of remote items

/** A picture as the statements below expand it from JSON. */
export interface RemoteMediumJson {
  url: string;
  description: string;
  content_type: string;
  width: number;
  height: number;
  blurhash: string | null;
}

/** SQL that expands a JSON array of pictures to rows with a 1-based `place`. */
export const mediaFromJson = (json: string): string => `ROWS FROM (
  jsonb_to_recordset(${json})
    AS (url text, description text, content_type text, width int, height int, blurhash text)
) WITH ORDINALITY AS p (url, description, content_type, width, height, blurhash, place)`;

/** SQL that inserts the pictures in `wanted`, except those of servers whose pictures are rejected. */
export const insertMediaSql = (wanted: string): string => `
  INSERT INTO medium (account_id, eventable_id, key, position, remote_url, description, content_type, width, height,
    blurhash)
  SELECT w.account_id, w.id, gen_random_uuid()::text, w.place - 1, w.url, w.description, w.content_type, w.width,
    w.height,
    w.blurhash
  FROM ${wanted} w WHERE NOT (SELECT media_rejected FROM account WHERE id = w.account_id)`;

/**
 * CTEs that replace the pictures of `items` (id, account_id, media). Pictures with the same URL keep their id; the CTE
 * `removed` holds the deleted ones.
 */
export const replaceMediaSql = (items: string): string => `wanted AS MATERIALIZED (
     SELECT i.id, i.account_id, p.* FROM ${items} i, ${mediaFromJson('i.media')}
   ), removed AS (
     DELETE FROM medium m WHERE m.eventable_id = ANY(ARRAY(SELECT id FROM ${items}))
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.id = m.eventable_id AND w.url = m.remote_url)
     RETURNING m.key, m.state
   ), updated AS (
     UPDATE medium m SET description = w.description, position = w.place - 1
     FROM wanted w WHERE m.eventable_id = w.id AND m.remote_url = w.url
       AND (m.description, m.position) IS DISTINCT FROM (w.description, w.place - 1)
   ), missing AS (
     SELECT * FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = w.id
       AND m.remote_url = w.url)
   ), added AS (${insertMediaSql('missing')})`;

/** SQL for the keys of the files to delete. Pictures that are not ready have no files. */
export const storedKeysSql = (removed: string): string => `SELECT key FROM ${removed} WHERE state = 'ready'`;

export const replaceRemoteMedia = statement<
  'replace_remote_media',
  AsDescribed,
  [accountId: number, eventableId: number, media: Json<RemoteMediumJson[]>]
>(
  'replace_remote_media',
  ['accountId', 'eventableId', 'media'],
  `WITH item AS (SELECT $2::bigint AS id, $1::bigint AS account_id, $3::jsonb AS media),
   ${replaceMediaSql('item')}
   ${storedKeysSql('removed')}`,
);

// Finds and deletes pictures that are no longer needed

/** Deletes pictures that belong to no item, or failed, 24 hours after the upload. */
export const deleteUnusedMedia = statement(
  'delete_unused_media',
  [],
  `DELETE FROM medium m WHERE m.created_at < now() - interval '24 hours'
   AND (m.eventable_id IS NULL OR (m.remote_url IS NULL AND m.state <> 'ready'))
   AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = m.account_id AND m.key IN (a.avatar_key, a.header_key))
   AND NOT EXISTS (SELECT 1 FROM collection c WHERE c.cover_id = m.id AND (m.state = 'ready'
     OR m.remote_url IS NOT NULL))
   RETURNING m.key`,
);

/** Failed remote pictures are fetched again on demand after 24 hours. */
export const retryFailedMedia = statement(
  'retry_failed_media',
  [],
  `UPDATE medium SET state = 'pending' WHERE state = 'failed' AND remote_url IS NOT NULL
   AND used_at < now() - interval '24 hours'`,
);

/** Evicts the least recently used remote pictures beyond `maxBytes`, except one. */
export const evictMedia = statement(
  'evict_media',
  ['maxBytes', 'sparedId?'],
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE id IN (
     SELECT id FROM (
       SELECT id, sum(bytes) OVER (ORDER BY used_at DESC, id DESC) AS total
       FROM medium WHERE remote_url IS NOT NULL AND state = 'ready'
     ) cached WHERE total > $1 AND id IS DISTINCT FROM $2)
   RETURNING key`,
);

/** A remote picture that waits to be fetched has no files, unless a process died before it deleted or recorded them. */
export const selectReferencedKeys = statement(
  'select_referenced_keys',
  ['keys'],
  `SELECT key FROM medium WHERE key = ANY($1::text[]) AND NOT (state = 'pending' AND remote_url IS NOT NULL)
   UNION ALL SELECT key FROM import WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM import_picture WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM import_upload WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM export WHERE key = ANY($1::text[])
   UNION ALL SELECT key FROM share_picture WHERE key = ANY($1::text[])`,
  { notNull: ['key'] },
);

const isStale = `remote_url IS NOT NULL AND state = 'ready' AND used_at < now() - $1 * interval '1 day'`;

export const sumStaleMedia = statement(
  'sum_stale_media',
  ['days'],
  `SELECT count(*), coalesce(sum(bytes), 0)::bigint AS bytes FROM medium WHERE ${isStale}`,
  { notNull: ['count', 'bytes'] },
);

/** Remote pictures that nobody looked at for `days`. */
export const selectStaleMedia = statement(
  'select_stale_media',
  ['days', 'after', 'limit'],
  `SELECT id, key FROM medium WHERE ${isStale} AND id > $2 ORDER BY id LIMIT $3`,
);

/** They are fetched again when somebody looks at them. A picture fetched in the meantime is spared. */
export const markStaleMediaMissing = statement(
  'mark_stale_media_missing',
  ['days', 'ids'],
  `UPDATE medium SET state = 'pending', bytes = 0 WHERE ${isStale} AND id = ANY($2::bigint[]) RETURNING id`,
);
