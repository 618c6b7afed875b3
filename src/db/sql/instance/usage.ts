/** Counts active members and public items, for NodeInfo. */
import { statement } from '../../statement.ts';

export interface Usage {
  total: number;
  active_halfyear: number;
  active_month: number;
  posts: number;
  comments: number;
}

/** Members are active if they published, replied, boosted, liked or followed. Only public and unlisted items count. */
export const countUsage = statement<Usage, []>(
  'count_usage',
  `WITH members AS (
     SELECT a.id FROM account a JOIN member m ON m.account_id = a.id
     WHERE a.deleted_at IS NULL AND a.suspended_at IS NULL AND m.state = 'active'
   ), actions AS (
     SELECT account_id, created_at AS at FROM event WHERE created_at > now() - interval '180 days'
     UNION ALL SELECT account_id, created_at FROM "like" WHERE created_at > now() - interval '180 days'
     UNION ALL SELECT follower_id, created_at FROM follow WHERE created_at > now() - interval '180 days'
   ), active AS (
     SELECT account_id, max(at) AS at FROM actions WHERE account_id IN (SELECT id FROM members) GROUP BY account_id
   ), items AS (
     SELECT in_reply_to_id IS NOT NULL OR in_reply_to_iri IS NOT NULL AS comment FROM eventable
     WHERE account_id IN (SELECT id FROM members) AND publication = 'published' AND visibility IN ('public', 'unlisted')
   )
   SELECT (SELECT count(*) FROM members) AS total,
     (SELECT count(*) FROM active) AS active_halfyear,
     (SELECT count(*) FROM active WHERE at > now() - interval '30 days') AS active_month,
     (SELECT count(*) FROM items WHERE NOT comment) AS posts,
     (SELECT count(*) FROM items WHERE comment) AS comments`,
);
