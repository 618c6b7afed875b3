/** Tells the author of a direct post that nobody whom it mentions was found. */
import { statement } from '../../statement.ts';
import { notificationLock } from './notifications.ts';

/** Creates or deletes the notification. */
export const updateUndeliveredNotice = statement<never, [eventableId: number, isUndelivered: boolean]>(
  'update_undelivered_notice',
  `WITH author AS MATERIALIZED (
     SELECT account_id, ${notificationLock('account_id')} FROM eventable WHERE id = $1 AND $2
   ), gone AS (DELETE FROM notification WHERE eventable_id = $1 AND type = 'undelivered' AND NOT $2)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT account_id, 'undelivered', account_id, $1 FROM author ON CONFLICT DO NOTHING`,
);
