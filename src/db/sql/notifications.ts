/** Statements on notifications. */
import { type Direction, inBothDirections, statement } from '../statement.ts';
import {
  cardColumns,
  hostUnblocked,
  listed,
  mediaColumn,
  mutedIds,
  summaryColumns,
  threadUnmuted,
  unblocked,
  viewerColumns,
  visible,
  visibleRecipe,
} from './visibility.ts';

// Creates, lists and deletes notifications. A unique index prevents duplicates.

/** Serializes writers per recipient, so that a recipient's ids become visible in increasing order. */
export const notificationLock = (account: string) =>
  `pg_advisory_xact_lock(hashtextextended('notification', ${account}))`;

/**
 * CTEs that notify the local accounts in `notice` (place, type, recipient_id, actor_id, eventable_id) of what others
 * did. The statement that did it has checked blocks and visibility; nobody is notified of their own acts, and only
 * followers of a limited account of its acts.
 */
export const notifyInSql = `recipient AS MATERIALIZED (
    SELECT id, ${notificationLock('id')} FROM (
      SELECT id FROM account
      WHERE id = ANY(ARRAY(SELECT recipient_id FROM notice)) AND host = '' AND deleted_at IS NULL ORDER BY id
    ) AS local
  ), notified AS (
    INSERT INTO notification (account_id, type, actor_id, eventable_id)
    SELECT recipient.id, n.type::notification_type, n.actor_id, n.eventable_id
    FROM notice n JOIN recipient ON recipient.id = n.recipient_id JOIN account actor ON actor.id = n.actor_id
    WHERE actor.id <> recipient.id AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
      AND ${listed('actor', 'recipient.id')} ORDER BY n.place
    ON CONFLICT DO NOTHING
  )`;

/**
 * Replaces the notifications of an item by those of its current state: `cooked` or `forked`, `reply`, `quote` or
 * `mention`, in this precedence. Each recipient gets one. Back-filled items notify nobody, and neither does what
 * somebody replies to, or cooks from, without seeing it.
 */
export const replaceNotificationsOf = statement(
  'replace_notifications_of',
  ['eventableId', 'host?'],
  `WITH reasons AS (
     SELECT r.account_id, 'cooked'::notification_type AS type, 1 AS precedence
     FROM eventable c JOIN eventable r ON r.id = c.recipe_id JOIN account ra ON ra.id = r.account_id
     WHERE c.id = $1 AND c.type IN ('preparation', 'baking') AND ${visible('r', 'ra', 'c.account_id')}
     UNION ALL
     SELECT o.account_id, 'forked', 1 FROM eventable c JOIN eventable o ON o.id = c.forked_from_id
     WHERE c.id = $1 AND c.type = 'recipe'
     UNION ALL
     SELECT p.account_id, 'reply', 2
     FROM eventable c JOIN eventable p ON p.id = c.in_reply_to_id JOIN account pa ON pa.id = p.account_id
     WHERE c.id = $1 AND ${visible('p', 'pa', 'c.account_id')}
     UNION ALL
     SELECT t.account_id, 'quote', 3 FROM quote q JOIN eventable t ON t.id = q.quoted_id
     WHERE q.eventable_id = $1 AND q.state = 'accepted'
     UNION ALL
     SELECT account_id, 'mention', 4 FROM mention WHERE eventable_id = $1 AND NOT silent
   ), wanted AS MATERIALIZED (
     SELECT DISTINCT ON (r.id) r.id AS account_id, reasons.type, e.account_id AS actor_id
     FROM reasons JOIN account r ON r.id = reasons.account_id
       JOIN eventable e ON e.id = $1 JOIN account a ON a.id = e.account_id
     WHERE r.host = '' AND r.deleted_at IS NULL AND r.id <> e.account_id AND e.publication = 'published'
       AND NOT EXISTS (SELECT 1 FROM event WHERE eventable_id = $1 AND account_id = e.account_id AND backfilled)
       AND ${visible('e', 'a', 'r.id')} AND ${listed('a', 'r.id')}
     ORDER BY r.id, precedence
   ), gone AS (
     DELETE FROM notification n
     WHERE n.eventable_id = $1 AND n.type IN ('cooked', 'forked', 'reply', 'quote', 'mention')
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.account_id = n.account_id AND w.type = n.type)
   ), locked AS MATERIALIZED (SELECT wanted.*, ${notificationLock('account_id')} FROM wanted ORDER BY account_id)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT account_id, type, actor_id, $1 FROM locked
   ON CONFLICT DO NOTHING`,
);

/** Rows are looked up for each notification, so that these keep their order and a page ends after its last one. */
const joined = `
  FROM notification n CROSS JOIN LATERAL (SELECT * FROM account WHERE id = n.actor_id OFFSET 0) actor
  LEFT JOIN LATERAL (SELECT * FROM eventable WHERE id = n.eventable_id OFFSET 0) e ON true
  LEFT JOIN LATERAL (SELECT * FROM account WHERE id = e.account_id OFFSET 0) a ON true`;

/** Leaves out notifications whose actor, item or thread is hidden or muted now; they come back if it is shown again. */
const shown = `n.account_id = $1 AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
  AND n.actor_id <> ALL(ARRAY(${mutedIds('$1', 'm.notifications')})) AND ${hostUnblocked('actor')}
    AND ${threadUnmuted('n.eventable_id')}
  AND ${unblocked('n.actor_id')} AND (n.eventable_id IS NULL OR (e.publication = 'published' AND ${visible()}))`;

const list = (direction: Direction) => `
  SELECT n.id, n.type, n.read, n.created_at AS "createdAt", ${cardColumns('actor', 'account.')},
    ${summaryColumns('e', 'object.')}, ${cardColumns('a', 'object.account.')},
    ${viewerColumns('e', 'object.')}, ${mediaColumn('e', 4, 'object.')}
  ${joined}
  WHERE ${shown} AND n.id > $3 AND n.id < $4
  ORDER BY n.id ${direction} LIMIT $5`;

export const listNotifications = inBothDirections(
  'list_notifications',
  ['accountId', 'host?', 'above', 'below', 'limit'],
  list,
);

/** Marks unread notifications up to and including `maxId`, at most `limit`. Returns how many. */
export const markSomeRead = statement(
  'mark_some_read',
  ['accountId', 'maxId', 'limit'],
  `WITH marked AS (
     UPDATE notification SET read = true WHERE id = ANY(ARRAY(
       SELECT id FROM notification WHERE account_id = $1 AND NOT read AND id <= $2 LIMIT $3 FOR NO KEY UPDATE))
         RETURNING id
   )
   SELECT count(*) AS marked FROM marked`,
  { notNull: ['marked'] },
);

/** Stops counting at the limit, unless it is null. */
export const countUnread = statement(
  'count_unread',
  ['accountId', 'host?', 'upTo?'],
  `SELECT count(*) AS count FROM (SELECT 1 ${joined} WHERE ${shown} AND NOT n.read LIMIT $3) AS unread`,
  { notNull: ['count'] },
);

/** What others' items in the newest unread notifications are, once for each notification. */
export const selectUnreadItems = statement(
  'select_unread_items',
  ['accountId', 'host?', 'limit'],
  `SELECT e.id, e.account_id AS "account.id", ${visibleRecipe('e')} AS "recipeId"
   ${joined} WHERE ${shown} AND NOT n.read AND e.account_id <> $1 ORDER BY n.id DESC LIMIT $3`,
);

// Tells members that moderators decided about them or answered their appeal

/** Call before `insertModerationNotice`: there is one such notification, for the newest change. */
export const deleteModerationNotice = statement(
  'delete_moderation_notice',
  ['accountId'],
  `DELETE FROM notification WHERE account_id = $1 AND type = 'moderation'`,
);

/**
 * The member is named as the actor, because moderators stay anonymous. Does nothing for remote and deleted accounts.
 */
export const insertModerationNotice = statement(
  'insert_moderation_notice',
  ['accountId'],
  `WITH recipient AS MATERIALIZED (
     SELECT id, ${notificationLock('id')} FROM account WHERE id = $1 AND host = '' AND deleted_at IS NULL
   )
   INSERT INTO notification (account_id, type, actor_id) SELECT id, 'moderation', id FROM recipient
     ON CONFLICT DO NOTHING`,
);

// Tells the author of a direct post that nobody whom it mentions was found

/** Creates or deletes the notification. */
export const updateUndeliveredNotice = statement(
  'update_undelivered_notice',
  ['eventableId', 'isUndelivered'],
  `WITH author AS MATERIALIZED (
     SELECT account_id, ${notificationLock('account_id')} FROM eventable WHERE id = $1 AND $2
   ), gone AS (DELETE FROM notification WHERE eventable_id = $1 AND type = 'undelivered' AND NOT $2)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT account_id, 'undelivered', account_id, $1 FROM author ON CONFLICT DO NOTHING`,
);
