/** Statements on what members send in forms: previews, and items that a form has created. */
import { statement } from '../statement.ts';

/**
 * Keeps a preview for a day, in the place of the one with this id, or of the oldest of `keys`. So an account has only
 * as many as it has keys.
 */
export const keepPreview = statement(
  'keep_preview',
  ['keys', 'id', 'preview'],
  `INSERT INTO key_value (key, value, expires_at)
   SELECT place.key, jsonb_build_object('id', $2::text, 'preview', $3::jsonb), now() + interval '1 day'
   FROM unnest($1::text[]) AS place(key) LEFT JOIN key_value k ON k.key = place.key
   ORDER BY coalesce(k.value ->> 'id' = $2, false) DESC, k.expires_at NULLS FIRST LIMIT 1
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

export const selectPreview = statement(
  'select_preview',
  ['keys', 'id'],
  `SELECT value -> 'preview' AS preview FROM key_value
   WHERE key = ANY ($1::text[]) AND value ->> 'id' = $2 AND expires_at > now()`,
);

/** Whether the item of a row of key_value is still there. Nobody sees one in the trash. */
const itemExists = `EXISTS (
  SELECT 1 FROM eventable e WHERE e.id = (k.value #>> '{}')::bigint AND e.publication <> 'trashed')`;

/** The item that a form has created. */
export const selectSentForm = statement(
  'select_sent_form',
  ['key'],
  `SELECT (k.value #>> '{}')::bigint AS id FROM key_value k
   WHERE k.key = $1 AND k.expires_at > now() AND ${itemExists}`,
  { notNull: ['id'] },
);

/** Runs in the transaction that creates the item. Returns no row if the form has created one already. */
export const recordSentForm = statement(
  'record_sent_form',
  ['key', 'id'],
  `INSERT INTO key_value AS k (key, value, expires_at) VALUES ($1, to_jsonb($2::bigint), now() + interval '1 day')
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
     WHERE k.expires_at <= now() OR NOT ${itemExists}
   RETURNING key`,
);
