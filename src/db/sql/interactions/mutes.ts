/** Statements on mutes of accounts and threads, and on hidden boosts. */
import { statement } from '../../statement.ts';
import { aboveSql, threadUnmuted } from '../items/unmuted.ts';

/** Serializes what a member mutes, so that concurrent requests cannot exceed the limits. */
export const lockMutes = statement<never, [muterId: number]>(
  'lock_mutes',
  `SELECT pg_advisory_xact_lock(hashtextextended('mute', $1::bigint))`,
);

export const countOtherMutes = statement<{ count: number }, [muterId: number, mutedId: number]>(
  'count_other_mutes',
  `SELECT count(*) AS count FROM mute WHERE muter_id = $1 AND muted_id <> $2`,
);

/** Replaces an earlier mute. A null duration has no end. */
export const upsertMute = statement<
  never,
  [muterId: number, mutedId: number, notifications: boolean, seconds: number | null]
>(
  'upsert_mute',
  `INSERT INTO mute (muter_id, muted_id, notifications, expires_at)
   VALUES ($1, $2, $3, now() + $4::bigint * interval '1 second')
   ON CONFLICT (muter_id, muted_id) DO UPDATE SET
     notifications = excluded.notifications, expires_at = excluded.expires_at`,
);

/**
 * The next members who mute the account that moved also mute its target, as long as before. Nobody mutes themselves. Returns
 * the last of these members, or null at the end.
 */
export const copyMutes = statement<
  { last: number | null },
  [movedId: number, targetId: number, above: number, limit: number]
>(
  'copy_mutes',
  `WITH batch AS MATERIALIZED (
     SELECT muter_id, notifications, expires_at FROM mute WHERE muted_id = $1 AND muter_id > $3 ORDER BY muter_id LIMIT $4
   ), copied AS (
     INSERT INTO mute (muter_id, muted_id, notifications, expires_at)
     SELECT muter_id, $2, notifications, expires_at FROM batch
     WHERE muter_id <> $2 AND (expires_at IS NULL OR expires_at > now())
     ON CONFLICT (muter_id, muted_id) DO NOTHING
   )
   SELECT CASE WHEN count(*) = $4 THEN max(muter_id) END AS last FROM batch`,
);

export const deleteMute = statement<never, [muterId: number, mutedId: number]>(
  'delete_mute',
  `DELETE FROM mute WHERE muter_id = $1 AND muted_id = $2`,
);

export const pruneMutes = statement<never, []>('prune_mutes', `DELETE FROM mute WHERE expires_at < now()`);

/** Also of a follow that is only requested. Returns nothing if there is none. */
export const updateShowsBoosts = statement<
  { id: number },
  [followerId: number, followeeId: number, showsBoosts: boolean]
>(
  'update_shows_boosts',
  `WITH requested AS (
     UPDATE follow_request SET shows_boosts = $3 WHERE requester_id = $1 AND target_id = $2 RETURNING id
   ), followed AS (
     UPDATE follow SET shows_boosts = $3 WHERE follower_id = $1 AND followee_id = $2 RETURNING id
   )
   SELECT id FROM requested UNION ALL SELECT id FROM followed`,
);

/** Mutes the highest known ancestor of the item, and keeps the newest `maxThreads` of the member. */
export const insertMutedThread = statement<
  never,
  [accountId: number, eventableId: number, maxThreads: number]
>(
  'insert_muted_thread',
  `WITH RECURSIVE ${aboveSql('$2')}, forgotten AS (
     DELETE FROM muted_thread WHERE account_id = $1 AND eventable_id = ANY(ARRAY(
       SELECT eventable_id FROM muted_thread WHERE account_id = $1 ORDER BY created_at DESC OFFSET $3::int - 1))
   )
   INSERT INTO muted_thread (account_id, eventable_id)
   SELECT $1, e.id FROM above JOIN eventable e ON e.id = above.id ORDER BY above.distance DESC LIMIT 1
   ON CONFLICT DO NOTHING`,
);

export const deleteMutedThread = statement<never, [accountId: number, eventableId: number]>(
  'delete_muted_thread',
  `WITH RECURSIVE ${aboveSql('$2')}
   DELETE FROM muted_thread WHERE account_id = $1 AND eventable_id = ANY(ARRAY(SELECT id FROM above))`,
);

export const selectThreadMuted = statement<{ muted: boolean }, [accountId: number, eventableId: number]>(
  'select_thread_muted',
  `SELECT NOT ${threadUnmuted('$2')} AS muted`,
);
