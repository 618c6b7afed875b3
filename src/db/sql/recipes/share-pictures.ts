/** Finds what the share picture of a recipe shows, and records where the picture is stored. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

interface ShareRow {
  title: string;
  author: string;
  /** Of the last attempt to draw it, null if there was none. */
  fingerprint: string | null;
  /** Null if that attempt failed. */
  key: string | null;
  /** True if the attempt was more than a day ago. */
  old: boolean;
}

/** Finds only local recipes that everybody may see. */
export const selectShareable = statement<ShareRow, [viewerId: null, host: null, recipeId: number]>(
  'select_shareable',
  `SELECT e.name AS title, coalesce(nullif(a.name, ''), a.username) AS author, s.fingerprint, s.key,
     coalesce(s.made_at < now() - interval '1 day', false) AS old
   FROM eventable e JOIN account a ON a.id = e.account_id LEFT JOIN share_picture s ON s.eventable_id = e.id
   WHERE e.id = $3 AND e.type = 'recipe' AND a.host = '' AND ${visible('e', 'a', '$1', 'anonymous')}`,
);

/** Returns the key of the picture that it replaces. */
export const upsertSharePicture = statement<
  { former_key: string | null },
  [recipeId: number, fingerprint: string, key: string | null]
>(
  'upsert_share_picture',
  `WITH former AS (SELECT key FROM share_picture WHERE eventable_id = $1)
   INSERT INTO share_picture (eventable_id, fingerprint, key) VALUES ($1, $2, $3)
   ON CONFLICT (eventable_id)
   DO UPDATE SET fingerprint = excluded.fingerprint, key = excluded.key, made_at = now()
   RETURNING (SELECT key FROM former) AS former_key`,
);
