/** Statements that search items by words in their own language, and accounts by prefixes of their names. */
import { statement } from '../statement.ts';
import { fullItemSelect } from './items.ts';
import { bucketSize } from './search.ts';
import { cardColumns, listed, unblocked, unmuted, visible } from './visibility.ts';

const document = (e: string) => `search_document(${e}.locale, ${e}.name, ${e}.content)`;
/** What the index eventable_search_newest holds of an item. */
const entry = (e: string) => `search_entry(${e}.id, ${e}.type, ${e}.locale, ${e}.name, ${e}.content)`;

/** Matches of each type that are ranked. */
const maxRanked = 200;
const newestBuckets = 2;
const newerBuckets = 10;

/**
 * The newest items are read first, then the newer ones, then all others: see `slices` of recipes. The minus signs keep
 * PostgreSQL from walking the primary key.
 */
const itemSlices: { query: string; where?: string }[] = [
  { query: 'wanted.query && wanted.newest' },
  { query: 'wanted.query && wanted.newer' },
  { query: 'wanted.query', where: '-h.id > -wanted.older_than' },
];

const itemSlicesSql = itemSlices.map(({ query, where }, index) => {
  const before = Array.from(
    { length: index },
    (_, each) => `(SELECT count(*) FROM found${each} f WHERE f.type = t.type)`,
  );
  return `found${index} AS MATERIALIZED (
     SELECT wanted.type, h.id FROM (
       SELECT t.type, asked.words && t.term AS query, newest, newer, older_than FROM asked, types t
       ${before.length > 0 ? `WHERE ${before.join(' + ')} < ${maxRanked}` : ''} OFFSET 0
     ) wanted CROSS JOIN LATERAL (
       SELECT h.id FROM eventable h
       WHERE ${entry('h')} @@ (${query})${where ? ` AND ${where}` : ''}
         AND (h.account_id = $1 OR (h.publication = 'published' AND h.visibility IN ('public', 'private')))
       ORDER BY -h.id LIMIT ${maxRanked}) h
   )`;
});

/**
 * Ranks the newest 200 matches of each type. The index matches the query in any language; each match is then checked in
 * its own. Only their authors find unlisted items, drafts, and posts of accounts that are not indexable. Ids have gaps,
 * for example after a restore, so buckets without items are passed over.
 */
export const searchEventableIds = statement(
  'search_eventable_ids',
  ['accountId', 'host?', 'query', 'type?', 'limit'],
  `WITH RECURSIVE bucket AS (
     SELECT 1 AS place, (SELECT max(id) FROM eventable) / ${bucketSize} AS number
     UNION ALL
     SELECT place + 1, (SELECT max(id) FROM eventable WHERE id < number * ${bucketSize}) / ${bucketSize} FROM bucket
     WHERE place < ${newerBuckets} AND number IS NOT NULL
   ), asked AS MATERIALIZED (
     SELECT search_query($3) AS words,
       (SELECT string_agg('''=b:' || number || '''', '|')::tsquery FROM bucket WHERE place <= ${newestBuckets}) AS newest,
       (SELECT string_agg('''=b:' || number || '''', '|')::tsquery FROM bucket WHERE place > ${newestBuckets}) AS newer,
       (SELECT min(number) * ${bucketSize} FROM bucket) AS older_than
     WHERE querytree(search_query($3)) NOT IN ('', 'T')
   ), types AS MATERIALIZED (
     SELECT type, ('''=t:' || type || '''')::tsquery AS term FROM unnest(enum_range(NULL::eventable_type)) AS type
     WHERE $4::text IS NULL OR type = $4::eventable_type
   ), ${itemSlicesSql.join(', ')}, newest AS MATERIALIZED (
     SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY type ORDER BY id DESC) AS position
       FROM (${itemSlices.map((_, index) => `SELECT * FROM found${index}`).join(' UNION ALL ')}) hits) numbered
     WHERE position <= ${maxRanked}
   ), found AS (
     SELECT e.id, e.type, ts_rank(read.document, read.query) AS rank
     FROM newest JOIN eventable e ON e.id = newest.id JOIN account a ON a.id = e.account_id
     CROSS JOIN LATERAL (
       SELECT ${document('e')} AS document, websearch_to_tsquery(search_config(e.locale), $3) AS query OFFSET 0
     ) read
     WHERE read.document @@ read.query AND ${visible()} AND ${listed()} AND ${unmuted()}
       AND (e.account_id = $1 OR a.indexable OR (a.host <> '' AND e.type <> 'status'))
   )
   SELECT id FROM (SELECT id, type, row_number() OVER (PARTITION BY type ORDER BY rank DESC, id DESC) AS position
     FROM found) best
   WHERE position <= $5 ORDER BY type, position`,
);

/** Returns the items in the order of the ids. */
export const selectEventablesByIds = statement(
  'select_eventables_by_ids',
  ['accountId?', 'host?', 'ids'],
  `${fullItemSelect} JOIN unnest($3::bigint[]) WITH ORDINALITY AS requested(id, position) ON requested.id = e.id
   WHERE ${visible()} ORDER BY requested.position`,
);

/** An IRI takes precedence over a page URL. */
export const selectEventableIdByUrl = statement(
  'select_eventable_id_by_url',
  ['accountId', 'host?', 'url'],
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE (e.iri = $3 OR e.url = $3) AND ${visible()} ORDER BY e.iri = $3 DESC LIMIT 1`,
);

const active = `a.suspended_at IS NULL AND a.deleted_at IS NULL`;

const accountOrder = `a.host <> '', a.followers_count DESC, a.id`;

/**
 * `query` is a tsquery. Local accounts that are not discoverable are found only by address. Blocks are looked up for the
 * first 500 only, because a common name has many matches.
 */
export const searchAccounts = statement(
  'search_accounts',
  ['viewer', 'query', 'limit'],
  `WITH hits AS MATERIALIZED (
     SELECT a.id FROM account a
     WHERE search_names(a.username, a.name) @@ to_tsquery('simple', $2) AND a.state <> 'unknown'
       AND (a.discoverable OR a.host <> '' OR a.id = $1) AND ${active} AND ${listed()}
     ORDER BY ${accountOrder} LIMIT 500
   )
   SELECT ${cardColumns('a')} FROM hits JOIN account a ON a.id = hits.id
   WHERE ${unblocked('a.id')}
   ORDER BY ${accountOrder} LIMIT $3`,
);

/** Finds an account by handle, IRI or page URL, in this order, unless it blocks the viewer. */
export const selectAccountNamed = statement(
  'select_account_named',
  ['viewer', 'handle?', 'url?'],
  `SELECT ${cardColumns('a')} FROM account a
   WHERE (a.handle = $2 OR a.iri = $3 OR a.url = $3) AND ${active}
     AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = a.id AND blocked_id = $1)
   ORDER BY a.handle = $2 DESC NULLS LAST, a.iri = $3 DESC NULLS LAST LIMIT 1`,
);
