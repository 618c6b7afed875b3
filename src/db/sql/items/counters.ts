/** Checks and corrects the counters of items, accounts and collections. */
import { statement } from '../../statement.ts';

export interface CounterCheck {
  id: number;
  wrong: boolean;
}

/** In the order of `itemCounts`. */
const itemColumns = [
  ...['likes_count', 'boosts_count', 'replies_count', 'cooked_count'],
  ...['forks_count', 'revisions_count', 'rating_count', 'rating_sum'],
];
/** As the triggers on `eventable` count. */
const countItemsSql = (column: string) => `
  SELECT count(*) FROM eventable c JOIN account a ON a.id = c.account_id
  WHERE c.${column} = e.id AND is_counted(c.publication, c.visibility) AND c.id > a.suspended_through`;

const itemCounts = `
  (SELECT count(*) FROM "like" l WHERE l.eventable_id = e.id),
  (SELECT count(*) FROM boost b WHERE b.eventable_id = e.id),
  (${countItemsSql('in_reply_to_id')}), (${countItemsSql('recipe_id')}), (${countItemsSql('forked_from_id')}),
  (SELECT count(*) FROM revision v WHERE v.eventable_id = e.id AND is_as_open(v.visibility, e.visibility)),
  r.rating_count, r.rating_sum`;

/** Checks the next items by id. */
export const checkItems = statement<CounterCheck, [after: number, limit: number]>(
  'check_items',
  `SELECT e.id, (${itemColumns.map((column) => `e.${column}`).join(', ')}) IS DISTINCT FROM (${itemCounts}) AS wrong
   FROM eventable e, count_ratings(e.id) r WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
);

/** Waits for transactions that are changing these counters. */
export const lockItems = statement<never, [ids: number[]]>(
  'lock_items',
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountItems = statement<never, [ids: number[]]>(
  'recount_items',
  `UPDATE eventable e SET (${itemColumns.join(', ')}) =
     (SELECT ${itemCounts} FROM count_ratings(e.id) r)
   WHERE e.id = ANY($1::bigint[])`,
);

const accountCounters = '(a.followers_count, a.following_count)';
const accountCounts = `
  (SELECT count(*) FROM follow f WHERE f.followee_id = a.id),
  (SELECT count(*) FROM follow f WHERE f.follower_id = a.id)`;

/** Checks the next local accounts by id. The counters of remote accounts come from their servers. */
export const checkAccounts = statement<CounterCheck, [after: number, limit: number]>(
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

const collectionCount = '(SELECT count(*) FROM collection_follow f WHERE f.collection_id = c.id)';

/** Checks the next collections by id. Those of other servers count the followers here. */
export const checkCollections = statement<CounterCheck, [after: number, limit: number]>(
  'check_collections',
  `SELECT c.id, c.followers_count <> ${collectionCount} AS wrong
   FROM collection c WHERE c.id > $1 ORDER BY c.id LIMIT $2`,
);

export const lockCountedCollections = statement<never, [ids: number[]]>(
  'lock_counted_collections',
  `SELECT id FROM collection WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountCollections = statement<never, [ids: number[]]>(
  'recount_collections',
  `UPDATE collection c SET followers_count = ${collectionCount} WHERE c.id = ANY($1::bigint[])`,
);

/**
 * CTEs that add the follows in the CTE `made` to the counters of both accounts, or subtract those in `gone`. Accounts are
 * locked in the order of their ids to avoid deadlocks.
 */
export const countFollowsSql = (follows: 'made' | 'gone'): string => `ends AS MATERIALIZED (
     SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
       SELECT followee_id AS id, 1 AS followers, 0 AS following FROM ${follows}
       UNION ALL SELECT follower_id, 0, 1 FROM ${follows}
     ) AS follow_ends GROUP BY id
   ), locked AS MATERIALIZED (
     SELECT id FROM account WHERE id = ANY(ARRAY(SELECT id FROM ends)) ORDER BY id FOR NO KEY UPDATE
   ), counted AS (
     UPDATE account a SET followers_count = greatest(0, a.followers_count ${follows === 'made' ? '+' : '-'} ends.followers),
       following_count = greatest(0, a.following_count ${follows === 'made' ? '+' : '-'} ends.following)
     FROM ends WHERE a.id = ends.id AND a.id = ANY(ARRAY(SELECT id FROM locked))
   )`;
