/** Statements on the key-value store; keys are JSON arrays as text. */
import { statement } from '../statement.ts';

type Entry = { key: string; value: unknown };

export const getKeyValue = statement<Entry, [key: string]>(
  'get_key_value',
  `SELECT key, value FROM key_value WHERE key = $1 AND (expires_at IS NULL OR expires_at > now())`,
);

export const setKeyValue = statement<never, [key: string, value: string, expiresAt: Date | null]>(
  'set_key_value',
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, $2::jsonb, $3)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
);

/** Answers a row if the value was the expected one; null expects none. */
export const swapKeyValue = statement<
  { key: string },
  [key: string, expected: string | null, value: string, expiresAt: Date | null]
>(
  'swap_key_value',
  `INSERT INTO key_value (key, value, expires_at)
   SELECT $1, $3::jsonb, $4 WHERE $2::jsonb IS NULL OR EXISTS (SELECT 1 FROM key_value WHERE key = $1)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
   WHERE CASE WHEN key_value.expires_at <= now() THEN $2::jsonb IS NULL ELSE key_value.value = $2::jsonb END
   RETURNING key`,
);

export const deleteKeyValue = statement<never, [key: string]>(
  'delete_key_value',
  `DELETE FROM key_value WHERE key = $1`,
);

export const listKeyValues = statement<Entry, [beginning: string]>(
  'list_key_values',
  `SELECT key, value FROM key_value
   WHERE starts_with(key, $1) AND (expires_at IS NULL OR expires_at > now()) ORDER BY key`,
);

/** Answers a row as long as something is left of what was `full` at first; it is full again when it was forgotten. */
export const takeFromPurse = statement<{ key: string }, [key: string, full: number]>(
  'take_from_purse',
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, to_jsonb($2::int - 1), now() + interval '1 day')
   ON CONFLICT (key) DO UPDATE SET value = to_jsonb(key_value.value::int - 1) WHERE key_value.value::int > 0
   RETURNING key`,
);
