/** Statements on where items of other servers have their pictures. */
import { statement } from '../statement.ts';

/** SQL for the pictures in a JSON array, in order. */
export const picturesIn = (json: string): string => `ROWS FROM (
  jsonb_to_recordset(${json})
    AS (url text, description text, content_type text, width int, height int, blurhash text)
) WITH ORDINALITY AS p (url, description, content_type, width, height, blurhash, place)`;

/** SQL that adds `wanted` pictures. */
export const addingPictures = (wanted: string): string => `
  INSERT INTO medium (account_id, eventable_id, key, position, remote_url, description, content_type, width, height, blurhash)
  SELECT w.account_id, w.id, gen_random_uuid()::text, w.place - 1, w.url, w.description, w.content_type, w.width, w.height,
    w.blurhash
  FROM ${wanted} w`;

/**
 * CTEs that bring the pictures of the `items` (id, account_id, media) in line with what they show now. Those that stay keep
 * their id; `removed` are the others.
 */
export const replacingPictures = (items: string): string => `wanted AS MATERIALIZED (
     SELECT i.id, i.account_id, p.* FROM ${items} i, ${picturesIn('i.media')}
   ), removed AS (
     DELETE FROM medium m WHERE m.eventable_id = ANY(ARRAY(SELECT id FROM ${items}))
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.id = m.eventable_id AND w.url = m.remote_url)
     RETURNING m.key, m.state
   ), kept AS (
     UPDATE medium m SET description = w.description, position = w.place - 1
     FROM wanted w WHERE m.eventable_id = w.id AND m.remote_url = w.url
       AND (m.description, m.position) IS DISTINCT FROM (w.description, w.place - 1)
   ), missing AS (
     SELECT * FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = w.id AND m.remote_url = w.url)
   ), added AS (${addingPictures('missing')})`;

/** The keys of the files to delete, with `removed` pictures: others were never fetched. */
export const filesOf = (removed: string): string => `SELECT key FROM ${removed} WHERE state = 'ready'`;

export const replacePictures = statement<
  { key: string },
  [accountId: number, eventableId: number, media: string]
>(
  'replace_pictures',
  `WITH item AS (SELECT $2::bigint AS id, $1::bigint AS account_id, $3::jsonb AS media),
   ${replacingPictures('item')}
   ${filesOf('removed')}`,
);
