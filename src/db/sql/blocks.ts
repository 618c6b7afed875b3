/** Statements on blocks and mutes. */
import { statement } from '../statement.ts';
import { aboveSql, threadUnmuted } from './visibility.ts';

// Statements on blocks

const given = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (place int, blocker_id bigint, blocked_id bigint))`;

/** Inserts those of `given` whose accounts both exist. Returns the places of those that are new. */
export const insertBlocks = statement<'insert_blocks', { refusal: 'not_found' | null }>(
  'insert_blocks',
  ['given'],
  `WITH ${given}, judged AS MATERIALIZED (
     SELECT g.*, CASE WHEN blocker.deleted_at IS NOT NULL OR blocked.deleted_at IS NOT NULL THEN 'not_found'
       END AS refusal
     FROM given g JOIN account blocker ON blocker.id = g.blocker_id JOIN account blocked ON blocked.id = g.blocked_id
   ), made AS (
     INSERT INTO block (blocker_id, blocked_id)
     SELECT blocker_id, blocked_id FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING blocker_id, blocked_id
   )
   SELECT place, refusal, made.blocker_id IS NOT NULL AS begun
   FROM judged LEFT JOIN made USING (blocker_id, blocked_id) ORDER BY place`,
  { notNull: ['place', 'begun'] },
);

export const deleteBlocks = statement(
  'delete_blocks',
  ['given'],
  `WITH ${given}
   DELETE FROM block WHERE id = ANY(ARRAY(
     SELECT (SELECT b.id FROM block b WHERE b.blocker_id = g.blocker_id AND b.blocked_id = g.blocked_id)
       FROM given g))`,
);

/** A block between the two accounts, in either direction. */
export const selectBlock = statement(
  'select_block',
  ['one', 'other'],
  `SELECT blocker_id FROM block WHERE (blocker_id = $1 AND blocked_id = $2)
   UNION ALL SELECT blocker_id FROM block WHERE (blocker_id = $2 AND blocked_id = $1) LIMIT 1`,
  { notNull: ['blocker_id'] },
);

// Statements on the servers that members block for themselves

export const countOtherDomainBlocks = statement(
  'count_other_account_domain_blocks',
  ['accountId', 'host'],
  `SELECT count(*) AS count FROM account_domain_block WHERE account_id = $1 AND host <> $2`,
  { notNull: ['count'] },
);

export const insertAccountDomainBlock = statement(
  'insert_account_domain_block',
  ['accountId', 'host'],
  `INSERT INTO account_domain_block (account_id, host) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING host`,
);

export const deleteAccountDomainBlock = statement(
  'delete_account_domain_block',
  ['accountId', 'host'],
  `DELETE FROM account_domain_block WHERE account_id = $1 AND host = $2`,
);

export const listAccountDomainBlocks = statement(
  'list_account_domain_blocks',
  ['accountId'],
  `SELECT host FROM account_domain_block WHERE account_id = $1 ORDER BY host`,
);

/** Accounts of the host that follow the member or are followed, or asked, while the block stands. */
export const listFollowsWithBlockedHost = statement(
  'list_follows_with_blocked_host',
  ['accountId', 'host', 'limit'],
  `SELECT a.id FROM (
     SELECT followee_id AS id FROM follow WHERE follower_id = $1
     UNION SELECT follower_id FROM follow WHERE followee_id = $1
     UNION SELECT target_id FROM follow_request WHERE requester_id = $1
     UNION SELECT requester_id FROM follow_request WHERE target_id = $1
   ) other JOIN account a ON a.id = other.id
   WHERE a.host = $2 AND EXISTS (SELECT 1 FROM account_domain_block WHERE account_id = $1 AND host = $2)
   LIMIT $3`,
);

// Statements on mutes of accounts and threads, and on hidden boosts

/** Serializes what a member mutes, so that concurrent requests cannot exceed the limits. */
export const lockMutes = statement(
  'lock_mutes',
  ['muterId'],
  `SELECT pg_advisory_xact_lock(hashtextextended('mute', $1::bigint))`,
);

export const countOtherMutes = statement(
  'count_other_mutes',
  ['muterId', 'mutedId'],
  `SELECT count(*) AS count FROM mute WHERE muter_id = $1 AND muted_id <> $2`,
  { notNull: ['count'] },
);

/** Replaces an earlier mute. A null duration has no end. */
export const upsertMute = statement(
  'upsert_mute',
  ['muterId', 'mutedId', 'notifications', 'seconds?'],
  `INSERT INTO mute (muter_id, muted_id, notifications, expires_at)
   VALUES ($1, $2, $3, now() + $4::bigint * interval '1 second')
   ON CONFLICT (muter_id, muted_id) DO UPDATE SET
     notifications = excluded.notifications, expires_at = excluded.expires_at`,
);

/**
 * The next members who mute the account that moved also mute its target, as long as before. Nobody mutes themselves.
 * Returns the last of these members, or null at the end.
 */
export const copyMutes = statement(
  'copy_mutes',
  ['movedId', 'targetId', 'above', 'limit'],
  `WITH batch AS MATERIALIZED (
     SELECT muter_id, notifications, expires_at FROM mute WHERE muted_id = $1 AND muter_id > $3 ORDER BY muter_id
       LIMIT $4
   ), copied AS (
     INSERT INTO mute (muter_id, muted_id, notifications, expires_at)
     SELECT muter_id, $2, notifications, expires_at FROM batch
     WHERE muter_id <> $2 AND (expires_at IS NULL OR expires_at > now())
     ON CONFLICT (muter_id, muted_id) DO NOTHING
   )
   SELECT CASE WHEN count(*) = $4 THEN max(muter_id) END AS last FROM batch`,
);

export const deleteMute = statement(
  'delete_mute',
  ['muterId', 'mutedId'],
  `DELETE FROM mute WHERE muter_id = $1 AND muted_id = $2`,
);

export const pruneMutes = statement('prune_mutes', [], `DELETE FROM mute WHERE expires_at < now()`);

/** Also of a follow that is only requested. Returns nothing if there is none. */
export const updateShowsBoosts = statement(
  'update_shows_boosts',
  ['followerId', 'followeeId', 'showsBoosts'],
  `WITH requested AS (
     UPDATE follow_request SET shows_boosts = $3 WHERE requester_id = $1 AND target_id = $2 RETURNING id
   ), followed AS (
     UPDATE follow SET shows_boosts = $3 WHERE follower_id = $1 AND followee_id = $2 RETURNING id
   )
   SELECT id FROM requested UNION ALL SELECT id FROM followed`,
  { notNull: ['id'] },
);

/** Mutes the highest known ancestor of the item, and keeps the newest `maxThreads` of the member. */
export const insertMutedThread = statement(
  'insert_muted_thread',
  ['accountId', 'eventableId', 'maxThreads'],
  `WITH RECURSIVE ${aboveSql('$2')}, forgotten AS (
     DELETE FROM muted_thread WHERE account_id = $1 AND eventable_id = ANY(ARRAY(
       SELECT eventable_id FROM muted_thread WHERE account_id = $1 ORDER BY created_at DESC OFFSET $3::int - 1))
   )
   INSERT INTO muted_thread (account_id, eventable_id)
   SELECT $1, e.id FROM above JOIN eventable e ON e.id = above.id ORDER BY above.distance DESC LIMIT 1
   ON CONFLICT DO NOTHING`,
);

export const deleteMutedThread = statement(
  'delete_muted_thread',
  ['accountId', 'eventableId'],
  `WITH RECURSIVE ${aboveSql('$2')}
   DELETE FROM muted_thread WHERE account_id = $1 AND eventable_id = ANY(ARRAY(SELECT id FROM above))`,
);

export const selectThreadMuted = statement(
  'select_thread_muted',
  ['accountId', 'eventableId'],
  `SELECT NOT ${threadUnmuted('$2')} AS muted`,
  { notNull: ['muted'] },
);
