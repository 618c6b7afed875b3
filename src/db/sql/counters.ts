/** Statements that find counters which are wrong and set them right. */
import { statement } from '../statement.ts';

export interface Checked {
  id: number;
  wrong: boolean;
}

const itemCounters = '(e.likes_count, e.boosts_count, e.replies_count, e.cooked_count)';
const itemCounts = `
  (SELECT count(*) FROM "like" l WHERE l.eventable_id = e.id),
  (SELECT count(*) FROM boost b WHERE b.eventable_id = e.id),
  (SELECT count(*) FROM eventable r WHERE r.in_reply_to_id = e.id AND r.publication = 'published'),
  (SELECT count(*) FROM eventable c WHERE c.recipe_id = e.id AND c.publication = 'published')`;

/** The next items by id, right and wrong. */
export const checkItems = statement<Checked, [after: number, limit: number]>(
  'check_items',
  `SELECT e.id, ${itemCounters} IS DISTINCT FROM (${itemCounts}) AS wrong
   FROM eventable e WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
);

/** Whoever changes a counter holds its row until it commits. */
export const lockItems = statement<never, [ids: number[]]>(
  'lock_items',
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountItems = statement<never, [ids: number[]]>(
  'recount_items',
  `UPDATE eventable e SET (likes_count, boosts_count, replies_count, cooked_count) = (SELECT ${itemCounts})
   WHERE e.id = ANY($1::bigint[])`,
);

const accountCounters = '(a.followers_count, a.following_count)';
const accountCounts = `
  (SELECT count(*) FROM follow f WHERE f.followee_id = a.id),
  (SELECT count(*) FROM follow f WHERE f.follower_id = a.id)`;

/** The next accounts of ours by id; other servers tell us the counters of theirs. */
export const checkAccounts = statement<Checked, [after: number, limit: number]>(
  'check_accounts',
  `SELECT a.id, ${accountCounters} IS DISTINCT FROM (${accountCounts}) AS wrong
   FROM account a WHERE a.host = '' AND a.id > $1 ORDER BY a.id LIMIT $2`,
);

export const lockAccounts = statement<never, [ids: number[]]>(
  'lock_accounts',
  `SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountAccounts = statement<never, [ids: number[]]>(
  'recount_accounts',
  `UPDATE account a SET (followers_count, following_count) = (SELECT ${accountCounts}) WHERE a.id = ANY($1::bigint[])`,
);

/**
 * CTEs that add the follows in `made` to the counts of both their ends, or take those in `gone` off. Ends are held in the
 * order of their ids, so that two who count do not wait for each other.
 */
export const countFollows = (follows: 'made' | 'gone'): string => `ends AS MATERIALIZED (
     SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
       SELECT followee_id AS id, 1 AS followers, 0 AS following FROM ${follows}
       UNION ALL SELECT follower_id, 0, 1 FROM ${follows}
     ) AS each GROUP BY id
   ), held AS MATERIALIZED (
     SELECT id FROM account WHERE id = ANY(ARRAY(SELECT id FROM ends)) ORDER BY id FOR NO KEY UPDATE
   ), counted AS (
     UPDATE account a SET followers_count = greatest(0, a.followers_count ${follows === 'made' ? '+' : '-'} ends.followers),
       following_count = greatest(0, a.following_count ${follows === 'made' ? '+' : '-'} ends.following)
     FROM ends WHERE a.id = ends.id AND a.id = ANY(ARRAY(SELECT id FROM held))
   )`;

/** CTEs that take the published items in `doomed` off the counts of what they answer and cook, where that is not doomed too. */
export const uncountItems = `less AS (
     SELECT id, sum(replies) AS replies, sum(cooked) AS cooked FROM (
       SELECT in_reply_to_id AS id, 1 AS replies, 0 AS cooked FROM doomed WHERE publication = 'published'
       UNION ALL SELECT recipe_id, 0, 1 FROM doomed WHERE publication = 'published'
     ) AS counted WHERE id IS NOT NULL GROUP BY id
   ), counted AS (
     UPDATE eventable e SET replies_count = greatest(0, e.replies_count - less.replies::int),
       cooked_count = greatest(0, e.cooked_count - less.cooked::int)
     FROM less WHERE e.id = less.id AND e.id <> ALL(ARRAY(SELECT id FROM doomed))
   )`;
