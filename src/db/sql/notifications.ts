/** Statements on what concerns an account of ours; a unique index tells it of each thing once. */
import { statement } from '../statement.ts';
import { cardColumns, mediaColumn, shortColumns, viewerColumns } from './columns.ts';
import { unblocked, visible } from './visibility.ts';

type Row = Record<string, unknown>;

/** Ids rise with time for each recipient: whoever writes second waits for the first to commit. */
export const turnOf = (account: string) =>
  `pg_advisory_xact_lock(hashtextextended('notification', ${account}))`;

/** Nobody hears of themselves, across a block, from a suspended account, or of what they may not see. */
export const insertNotification = statement<
  never,
  [accountId: number, host: null, type: string, actorId: number, eventableId: number | null]
>(
  'insert_notification',
  `WITH told AS MATERIALIZED (
     SELECT r.id FROM account r JOIN account actor ON actor.id = $4
     WHERE r.id = $1 AND r.id <> actor.id AND r.host = '' AND r.deleted_at IS NULL
       AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL AND ${unblocked('actor.id')}
       AND ($5::bigint IS NULL OR EXISTS (
         SELECT 1 FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.id = $5 AND ${visible()}))
   ), turn AS MATERIALIZED (SELECT id, ${turnOf('id')} FROM told)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT id, $3::notification_type, $4, $5 FROM turn
   ON CONFLICT DO NOTHING`,
);

export const deleteNotification = statement<
  never,
  [type: string, actorId: number, accountId: number | null, eventableId: number | null]
>(
  'delete_notification',
  `DELETE FROM notification
   WHERE type = $1::notification_type AND actor_id = $2
     AND ($3::bigint IS NULL OR account_id = $3) AND eventable_id IS NOT DISTINCT FROM $4::bigint`,
);

/**
 * Brings what an item tells in line with the item as it is now: whose recipe was cooked, who is answered, who is
 * mentioned, each person once and in this order of precedence. What was back-filled is no news.
 */
export const replaceNotificationsOf = statement<never, [eventableId: number, host: null]>(
  'replace_notifications_of',
  `WITH reasons AS (
     SELECT r.account_id, 'cooked'::notification_type AS type, 1 AS place
     FROM eventable c JOIN eventable r ON r.id = c.recipe_id
     WHERE c.id = $1 AND c.type IN ('preparation', 'baking')
     UNION ALL
     SELECT p.account_id, 'reply', 2 FROM eventable c JOIN eventable p ON p.id = c.in_reply_to_id WHERE c.id = $1
     UNION ALL
     SELECT account_id, 'mention', 3 FROM mention WHERE eventable_id = $1
   ), wanted AS MATERIALIZED (
     SELECT DISTINCT ON (r.id) r.id AS account_id, reasons.type, e.account_id AS actor_id
     FROM reasons JOIN account r ON r.id = reasons.account_id
       JOIN eventable e ON e.id = $1 JOIN account a ON a.id = e.account_id
     WHERE r.host = '' AND r.deleted_at IS NULL AND r.id <> e.account_id AND e.publication = 'published'
       AND NOT EXISTS (SELECT 1 FROM event WHERE eventable_id = $1 AND account_id = e.account_id AND backfilled)
       AND ${visible('e', 'a', 'r.id')}
     ORDER BY r.id, place
   ), gone AS (
     DELETE FROM notification n
     WHERE n.eventable_id = $1 AND n.type IN ('cooked', 'reply', 'mention')
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.account_id = n.account_id AND w.type = n.type)
   ), turn AS MATERIALIZED (SELECT wanted.*, ${turnOf('account_id')} FROM wanted ORDER BY account_id)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT account_id, type, actor_id, $1 FROM turn
   ON CONFLICT DO NOTHING`,
);

const joined = `
  FROM notification n JOIN account actor ON actor.id = n.actor_id
  LEFT JOIN (eventable e JOIN account a ON a.id = e.account_id) ON e.id = n.eventable_id`;

/** What became hidden since is left out, until it can be seen again. */
const shown = `n.account_id = $1 AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
  AND ${unblocked('n.actor_id')} AND (n.eventable_id IS NULL OR ${visible()})`;

const list = (direction: 'ASC' | 'DESC') => `
  SELECT n.id, n.type, n.read, n.created_at AS "createdAt", ${cardColumns('actor', 'account.')},
    ${shortColumns('e', 'object.')}, ${cardColumns('a', 'object.account.')},
    ${viewerColumns('e', 'object.')}, ${mediaColumn('e', 4, 'object.')}
  ${joined}
  WHERE ${shown} AND n.id > $3 AND n.id < $4
  ORDER BY n.id ${direction} LIMIT $5`;

type Window = [accountId: number, host: null, above: number, below: number, limit: number];

export const listNotifications = statement<Row, Window>('list_notifications', list('DESC'));
export const listNotificationsAscending = statement<Row, Window>('list_notifications_ascending', list('ASC'));

export const countUnread = statement<{ count: number }, [accountId: number, host: null]>(
  'count_unread',
  `SELECT count(*) AS count ${joined} WHERE ${shown} AND NOT n.read`,
);

export const markRead = statement<never, [accountId: number, maxId: number]>(
  'mark_read',
  `UPDATE notification SET read = true WHERE account_id = $1 AND id <= $2 AND NOT read`,
);
