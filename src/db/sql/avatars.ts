/** Statements on portraits. */
import { statement } from '../statement.ts';

/** `key` names the picture that is the portrait from now on; what was there before is deleted. */
export const setAvatar = statement<
  { key: string },
  [accountId: number, key: string, description: string | null, blurhash: string | null]
>(
  'set_avatar',
  `WITH changed AS (
     UPDATE account SET avatar_key = $2, avatar_description = $3, avatar_blurhash = $4, updated_at = now() WHERE id = $1
   )
   DELETE FROM medium m USING account a
   WHERE a.id = $1 AND m.account_id = a.id AND m.key = a.avatar_key AND m.key <> $2 RETURNING m.key`,
);

/** The picture that is the portrait is known better now. */
export const refineAvatar = statement<never, [accountId: number, key: string, blurhash: string]>(
  'refine_avatar',
  `UPDATE account SET avatar_blurhash = $3 WHERE id = $1 AND avatar_key = $2`,
);

/** Answers nothing when there is no portrait, or when that is what it says already. */
export const describeAvatar = statement<{ id: number }, [accountId: number, description: string | null]>(
  'describe_avatar',
  `UPDATE account SET avatar_description = $2, updated_at = greatest(now(), updated_at + interval '1 millisecond')
   WHERE id = $1 AND avatar_key IS NOT NULL AND avatar_description IS DISTINCT FROM $2 RETURNING id`,
);

export const clearAvatar = statement<{ key: string }, [accountId: number]>(
  'clear_avatar',
  `WITH changed AS (
     UPDATE account SET avatar_key = NULL, avatar_description = NULL, avatar_blurhash = NULL, updated_at = now()
     WHERE id = $1
   )
   DELETE FROM medium m USING account a
   WHERE a.id = $1 AND m.account_id = a.id AND m.key = a.avatar_key RETURNING m.key`,
);

/** Whether the portrait is the one found at this address. */
export const selectAvatarUrl = statement<{ remote_url: string | null }, [accountId: number]>(
  'select_avatar_url',
  `SELECT m.remote_url FROM account a JOIN medium m ON m.account_id = a.id AND m.key = a.avatar_key WHERE a.id = $1`,
);

export const insertRemoteAvatar = statement<{ id: number }, [accountId: number, key: string, url: string]>(
  'insert_remote_avatar',
  `INSERT INTO medium (account_id, key, remote_url) VALUES ($1, $2, $3) RETURNING id`,
);
