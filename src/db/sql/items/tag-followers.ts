/** SQL on the followers of an item's hashtags, whose home timelines show it if it is public and no reply. */
import { hasLocalFollowerSql } from './relevance.ts';
import { unblocked } from './visibility.ts';

/** SQL: a local account follows a hashtag of the item. `item` is a relation with the columns of an eventable. */
export const hasTagFollowerSql = (item: string): string => `(${item}.visibility = 'public' AND EXISTS (
  SELECT 1 FROM tag_follow WHERE tag = ANY(${item}.hashtags)))`;

/** SQL: an event has local followers, of its account or of a hashtag of the item that it creates. */
export const concernsLocalFollowerSql = (action: string, accountId: string, itemId: string): string => `(
  ${hasLocalFollowerSql(accountId)} OR (${action}::event_action = 'create' AND EXISTS (
    SELECT 1 FROM eventable tagged WHERE tagged.id = ${itemId} AND ${hasTagFollowerSql('tagged')})))`;

/**
 * SQL for the accounts that follow a hashtag of an event, some of them twice, without its author. The inner query keeps
 * PostgreSQL from reading all follows; `rest` restricts it further.
 */
export const tagFollowersSql = (eventId: string, authorId: string, rest = 'OFFSET 0'): string => `
  SELECT fans.account_id AS follower_id FROM item_tag it CROSS JOIN LATERAL (
    SELECT tf.account_id FROM tag_follow tf
    WHERE tf.tag = it.tag AND tf.account_id <> ${authorId} AND ${unblocked(authorId, 'tf.account_id')} ${rest}
  ) fans
  WHERE it.event_id = ${eventId} AND (SELECT action FROM event WHERE id = ${eventId}) = 'create'`;
