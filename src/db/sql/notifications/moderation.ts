/** Tells members that moderators decided about them or answered their appeal. */
import { statement } from '../../statement.ts';
import { notificationLock } from './notifications.ts';

/** Call before `insertModerationNotice`: there is one such notification, for the newest change. */
export const deleteModerationNotice = statement<never, [accountId: number]>(
  'delete_moderation_notice',
  `DELETE FROM notification WHERE account_id = $1 AND type = 'moderation'`,
);

/** The member is named as the actor, because moderators stay anonymous. Does nothing for remote and deleted accounts. */
export const insertModerationNotice = statement<never, [accountId: number]>(
  'insert_moderation_notice',
  `WITH recipient AS MATERIALIZED (
     SELECT id, ${notificationLock('id')} FROM account WHERE id = $1 AND host = '' AND deleted_at IS NULL
   )
   INSERT INTO notification (account_id, type, actor_id) SELECT id, 'moderation', id FROM recipient ON CONFLICT DO NOTHING`,
);
