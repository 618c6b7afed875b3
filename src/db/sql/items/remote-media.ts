/** Stores the URLs of pictures of remote items. */
import { type Json, statement } from '../../statement.ts';

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
  INSERT INTO medium (account_id, eventable_id, key, position, remote_url, description, content_type, width, height, blurhash)
  SELECT w.account_id, w.id, gen_random_uuid()::text, w.place - 1, w.url, w.description, w.content_type, w.width, w.height,
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
     SELECT * FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = w.id AND m.remote_url = w.url)
   ), added AS (${insertMediaSql('missing')})`;

/** SQL for the keys of the files to delete. Pictures that are not ready have no files. */
export const storedKeysSql = (removed: string): string => `SELECT key FROM ${removed} WHERE state = 'ready'`;

export const replaceRemoteMedia = statement<
  { key: string },
  [accountId: number, eventableId: number, media: Json<RemoteMediumJson[]>]
>(
  'replace_remote_media',
  `WITH item AS (SELECT $2::bigint AS id, $1::bigint AS account_id, $3::jsonb AS media),
   ${replaceMediaSql('item')}
   ${storedKeysSql('removed')}`,
);
