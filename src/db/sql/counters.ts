/** Counts followers, and checks and corrects the counters of items, accounts and collections. */
import { type RowOf, statement } from '../statement.ts';

/** Where the checked rows end, null after the last one, and which of their counters are wrong. */
export type CounterCheck = RowOf<typeof checkItems>;

const checked = (rows: string) =>
  `WITH next AS MATERIALIZED (${rows})
   SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE wrong), '{}') AS wrong FROM next`;
const checkedColumns = { notNull: ['wrong'] };

/** In the order of `itemCounts`. */
const itemColumns = [
  'likes_count',
  'boosts_count',
  'replies_count',
  'cooked_count',
  'forks_count',
  'revisions_count',
  'rating_count',
  'rating_sum',
];
/** As the triggers on `eventable` count. */
const countItemsSql = (column: string) => `
  SELECT count(*) FROM eventable c JOIN account a ON a.id = c.account_id
  WHERE c.${column} = e.id AND is_counted(c.publication, c.visibility) AND c.id > a.suspended_through`;

/** A draft has no IRI, and what it got before it was unpublished no longer counts. */
const itemCounts = `
  (SELECT count(*) FROM "like" l WHERE l.eventable_id = e.id AND e.iri IS NOT NULL),
  (SELECT count(*) FROM boost b WHERE b.eventable_id = e.id AND e.iri IS NOT NULL),
  (${countItemsSql('in_reply_to_id')}), (${countItemsSql('recipe_id')}), (${countItemsSql('forked_from_id')}),
  (SELECT count(*) FROM revision v
   WHERE v.eventable_id = e.id AND e.iri IS NOT NULL AND is_as_open(v.visibility, e.visibility)),
  r.rating_count, r.rating_sum`;

/** Each row counts for the item in this column. */
const countedRows = [
  ['"like"', 'eventable_id'],
  ['boost', 'eventable_id'],
  ['revision', 'eventable_id'],
  ['eventable', 'in_reply_to_id'],
  ['eventable', 'recipe_id'],
  ['eventable', 'forked_from_id'],
];

/**
 * Checks the next items by id. Most items have nothing to count, and counters of 0: those are recognised in ranges,
 * and only the others are counted one by one.
 */
export const checkItems = statement(
  'check_items',
  ['after', 'limit'],
  `WITH part AS MATERIALIZED (
     SELECT max(id) AS last FROM (SELECT id FROM eventable WHERE id > $1 ORDER BY id LIMIT $2) ids
   ), counted AS MATERIALIZED (
     SELECT id FROM eventable WHERE id > $1 AND id <= (SELECT last FROM part)
       AND (${itemColumns.join(', ')}) <> (${itemColumns.map(() => 0).join(', ')})
     ${countedRows
       .map(
         ([table, column]) => `UNION SELECT ${column} FROM ${table}
     WHERE ${column} > $1 AND ${column} <= (SELECT last FROM part)`,
       )
       .join('\n     ')}
   )
   SELECT (SELECT last FROM part) AS last, ARRAY(
     SELECT e.id FROM counted JOIN eventable e ON e.id = counted.id, count_ratings(e.id) r
     WHERE (${itemColumns.map((column) => `e.${column}`).join(', ')}) IS DISTINCT FROM (${itemCounts})
     ORDER BY e.id) AS wrong`,
  checkedColumns,
);

/** Waits for transactions that are changing these counters. */
export const lockItems = statement(
  'lock_items',
  ['ids'],
  `SELECT id FROM eventable WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountItems = statement(
  'recount_items',
  ['ids'],
  `UPDATE eventable e SET (${itemColumns.join(', ')}) =
     (SELECT ${itemCounts} FROM count_ratings(e.id) r)
   WHERE e.id = ANY($1::bigint[])`,
);

const accountCounters = '(a.followers_count, a.following_count)';
const accountCounts = `
  (SELECT count(*) FROM follow f WHERE f.followee_id = a.id),
  (SELECT count(*) FROM follow f WHERE f.follower_id = a.id)`;

/** Checks the next local accounts by id. The counters of remote accounts come from their servers. */
export const checkAccounts = statement(
  'check_accounts',
  ['after', 'limit'],
  checked(`SELECT a.id, ${accountCounters} IS DISTINCT FROM (${accountCounts}) AS wrong
   FROM account a WHERE a.host = '' AND a.id > $1 ORDER BY a.id LIMIT $2`),
  checkedColumns,
);

export const lockAccounts = statement(
  'lock_accounts',
  ['ids'],
  `SELECT id FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountAccounts = statement(
  'recount_accounts',
  ['ids'],
  `UPDATE account a SET (followers_count, following_count) = (SELECT ${accountCounts}) WHERE a.id = ANY($1::bigint[])`,
);

/** A private collection has no followers, also while a job ends their follows. */
const collectionCount = `(
  SELECT count(*) FROM collection_follow f WHERE f.collection_id = c.id AND c.visibility <> 'private')`;

/** Checks the next collections by id. Those of other servers count the followers here. */
export const checkCollections = statement(
  'check_collections',
  ['after', 'limit'],
  checked(`SELECT c.id, c.followers_count <> ${collectionCount} AS wrong
   FROM collection c WHERE c.id > $1 ORDER BY c.id LIMIT $2`),
  checkedColumns,
);

export const lockCountedCollections = statement(
  'lock_counted_collections',
  ['ids'],
  `SELECT id FROM collection WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const recountCollections = statement(
  'recount_collections',
  ['ids'],
  `UPDATE collection c SET followers_count = ${collectionCount} WHERE c.id = ANY($1::bigint[])`,
);

/**
 * CTEs that add the follows in the CTE `made` to the counters of both accounts, or subtract those in `gone`. Accounts
 * are locked in the order of their ids to avoid deadlocks.
 */
export const countFollowsSql = (follows: 'made' | 'gone'): string => `ends AS MATERIALIZED (
     SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
       SELECT followee_id AS id, 1 AS followers, 0 AS following FROM ${follows}
       UNION ALL SELECT follower_id, 0, 1 FROM ${follows}
     ) AS follow_ends GROUP BY id
   ), locked AS MATERIALIZED (
     SELECT id FROM account WHERE id = ANY(ARRAY(SELECT id FROM ends)) ORDER BY id FOR NO KEY UPDATE
   ), counted AS (
     UPDATE account a SET followers_count = greatest(0,
       a.followers_count ${follows === 'made' ? '+' : '-'} ends.followers),
       following_count = greatest(0, a.following_count ${follows === 'made' ? '+' : '-'} ends.following)
     FROM ends WHERE a.id = ends.id AND a.id = ANY(ARRAY(SELECT id FROM locked))
   )`;
