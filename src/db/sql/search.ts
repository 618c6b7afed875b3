/** Statements on the search index and on searches. */
import { type RowOf, statement } from '../statement.ts';
import { fullItemSelect } from './items.ts';
import {
  blockedHosts,
  cardColumns,
  listed,
  mutedIds,
  statementPerViewer,
  unblocked,
  unmuted,
  type ViewerVariant,
  visible,
} from './visibility.ts';

// Writes what search reads of recipes

export type IndexableRecipe = RowOf<typeof selectIndexableRecipes>;

/**
 * Returns those of the recipes that search may find: published ones.
 * `prep_time`: All times in seconds.
 */
export const selectIndexableRecipes = statement(
  'select_indexable_recipes',
  ['ids'],
  `SELECT e.id, e.account_id, e.locale, e.tags, coalesce(e.category, '{}') AS category,
     coalesce(e.cuisine, '{}') AS cuisine, coalesce(e.diet, '{}') AS diet, e.prep_time, e.cook_time, e.rest_time,
       e.total_time,
     ARRAY(SELECT i.name FROM ingredient i WHERE i.eventable_id = e.id ORDER BY i.position) AS ingredients
   FROM eventable e
   WHERE e.id = ANY($1::bigint[]) AND e.type = 'recipe' AND e.publication = 'published' AND e.visibility <> 'direct'`,
  { notNull: ['tags', 'category', 'cuisine', 'diet', 'ingredients'] },
);

export interface IndexRow {
  id: number;
  total_time: number | null;
  ingredient_count: number;
  /** Names of ingredients, as words. */
  ingredients: string;
  /** What search filters by and counts. */
  terms: string[];
  /** What search only filters by. */
  marks: string[];
}

const words = (text: string, weight: string) =>
  `setweight(to_tsvector(search_config(e.locale), search_fold(left(${text}, 20000))), '${weight}')`;

/** Prefixes the words of a title, so that a query can ask for titles alone. */
const titleMarks = `ARRAY(SELECT '=n:' || lexeme FROM unnest(to_tsvector(search_config(e.locale),
  search_fold(e.name))))`;

/** 4,096 recipes share a bucket, so that a search can look through the newest ones first. */
const bucketSize = 4096;

/**
 * Replaces the rows of the recipes, and deletes those of recipes without a new row. An equal row is not written, because
 * its terms would be added to the index once more.
 */
export const writeRecipeIndex = statement(
  'write_recipe_index',
  ['ids', 'rows'],
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb)
       AS g (id bigint, total_time int, ingredient_count int, ingredients text, terms text[], marks text[])
   ), gone AS (
     DELETE FROM recipe_search WHERE eventable_id = ANY($1::bigint[]) AND eventable_id <> ALL(ARRAY(SELECT id
       FROM given))
   ), fresh AS MATERIALIZED (
     SELECT e.id, coalesce(s.seq, nextval('recipe_search_seq_seq')) AS seq, e.account_id, e.visibility,
       EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = e.id AND m.state <> 'failed') AS has_photo,
       g.total_time, e.cooked_count, e.rating_count, e.rating_sum, g.ingredient_count, g.terms, g.marks,
       ${words('e.name', 'A')} || ${words('g.ingredients', 'B')}
         || ${words(`array_to_string(e.tags, ' ')`, 'C')} || ${words('e.content', 'D')} AS words,
       ${titleMarks} AS title
     FROM given g JOIN eventable e ON e.id = g.id
       LEFT JOIN recipe_search s ON s.eventable_id = e.id
   )
   INSERT INTO recipe_search (eventable_id, seq, account_id, visibility, has_photo, total_time, cooked_count,
     rating_count, rating_sum, ingredient_count, terms, document)
   SELECT id, seq, account_id, visibility, has_photo, total_time, cooked_count, rating_count, rating_sum,
     ingredient_count, terms,
     words || array_to_tsvector(title || ARRAY(SELECT '=' || mark FROM unnest(terms || marks) AS mark)
       || ARRAY['=all', '=b:' || seq / ${bucketSize}, cooked_tier(cooked_count)] || rating_terms(rating_count,
         rating_sum))
   FROM fresh ORDER BY id
   ON CONFLICT (eventable_id) DO UPDATE SET account_id = excluded.account_id, visibility = excluded.visibility,
     has_photo = excluded.has_photo, total_time = excluded.total_time, cooked_count = excluded.cooked_count,
     rating_count = excluded.rating_count, rating_sum = excluded.rating_sum,
       ingredient_count = excluded.ingredient_count,
     terms = excluded.terms, document = excluded.document
   WHERE recipe_search IS DISTINCT FROM excluded`,
);

/** Returns the ids of the next recipes, published or not. */
export const selectNextRecipeIds = statement(
  'select_next_recipe_ids',
  ['after', 'limit'],
  `SELECT id FROM eventable WHERE id > $1 AND type = 'recipe' ORDER BY id LIMIT $2`,
);

// Searches recipes and counts what the matches have in common

/** At most this many matches are ranked, counted and listed. */
export const maxMatches = 500;

export type SearchOrder = 'relevance' | 'newest' | 'cooked' | 'rating';

const followed = 'SELECT followee_id FROM follow WHERE follower_id = $1';
const hidden = `SELECT blocked_id FROM block WHERE blocker_id = $1 UNION ALL SELECT blocker_id FROM block
  WHERE blocked_id = $1
  UNION ALL ${mutedIds()}
  UNION ALL SELECT id FROM account WHERE host = ANY(ARRAY(${blockedHosts()}))`;

/** Who finds the row, as its author's own row says now. Null if nobody else does. */
const visibility = `(SELECT CASE WHEN is_findable(a) THEN search_visibility(s.visibility, a.limited_at) END
    FROM account a WHERE a.id = s.account_id)`;

/**
 * The rows that the viewer may find. Servers do not search. The sub-selects are hashed, because thousands of rows pass.
 */
const findable = (variant: ViewerVariant): string => {
  if (variant === 'anonymous')
    return `s.visibility = 'public' AND $1::bigint IS NULL AND $2::text IS NULL AND ${visibility} = 'public'`;
  return `$1::bigint IS NOT NULL AND $2::text IS NULL
    AND (s.account_id = $1 OR (s.visibility IN ('public', 'private') AND s.account_id NOT IN (${hidden})
      AND CASE ${visibility} WHEN 'public' THEN true WHEN 'private' THEN s.account_id IN (${followed}) END))`;
};

const buckets = (from: number, to: number) =>
  `(SELECT string_agg('''=b:' || top - n || '''', '|')::tsquery FROM generate_series(${from}, ${to}) n)`;

/** Without a positive term, an index scan would read all entries of the index. */
const indexable = (query: string) =>
  `CASE WHEN querytree(${query}) IN ('', 'T') THEN ${query} && '''=all'''::tsquery ELSE ${query} END`;

/** The queries, and the buckets of the newest recipes. `titles` asks for the words in the title. */
const asked = `parsed AS MATERIALIZED (
     SELECT words, words && rest AS query, numnode(words) > 0 AS has_words, $6::int AS wanted, top,
       regexp_replace(regexp_replace(words::text, '<[0-9-]+>', '&', 'g'), '''((?:[^'']|'''')*)''', '''=n:\\1''',
         'g')::tsquery
         && rest AS titles
     FROM (SELECT search_query(search_fold($3)) AS words,
       !! search_query(search_fold($10)) && $4::tsquery AS rest) AS given,
       (SELECT last_value / ${bucketSize} AS top FROM recipe_search_seq_seq) AS latest
   ), asked AS MATERIALIZED (
     SELECT parsed.*, ${indexable('query')} AS full_query, ${buckets(0, 1)} AS newest, ${buckets(2, 9)} AS newer,
       ${buckets(0, 9)} AS recent, (top - 9) * ${bucketSize} AS recent_from
     FROM parsed
   )`;

/** A part of the recipes that comes before all later parts in the order. */
interface Slice {
  /** An expression over `asked`. */
  query: string;
  where?: string;
  when?: string;
}

const older = 's.seq < (SELECT recent_from FROM asked)';
/** A title has words without their order, so a phrase must be checked again. */
const isWhole = 's.document @@ (SELECT query FROM asked)';
const notInTitle = 'NOT (SELECT has_words FROM asked) OR NOT s.document @@ (SELECT titles FROM asked)';

/** Common words have many matches, so the slices are read one after the other until there are enough. */
const slices: Record<SearchOrder, Slice[]> = {
  newest: [{ query: 'query && newest' }, { query: 'query && newer' }, { query: 'full_query', where: older }],
  relevance: [
    { query: 'titles && recent', where: isWhole, when: 'has_words' },
    { query: 'titles', where: `${older} AND ${isWhole}`, when: 'has_words' },
    { query: 'query && newest', where: notInTitle },
    { query: 'query && newer', where: notInTitle },
    { query: 'full_query', where: `${older} AND (${notInTitle})` },
  ],
  cooked: [
    { query: `query && '''=k:3'''::tsquery` },
    { query: `query && '''=k:2'''::tsquery` },
    { query: `query && '''=k:1'''::tsquery` },
    { query: `query && '''=k:0'''::tsquery && newest` },
    { query: `query && '''=k:0'''::tsquery && newer` },
    { query: `query && '''=k:0'''::tsquery`, where: older },
  ],
  rating: [
    ...[5, 4, 3, 2].map((tier) => ({ query: `query && '''=r:${tier}'''::tsquery` })),
    { query: `query && '''=r:1'''::tsquery && newest` },
    { query: `query && '''=r:1'''::tsquery && newer` },
    { query: `query && '''=r:1'''::tsquery`, where: older },
    { query: `query && '''=r:0'''::tsquery` },
  ],
};

const sorted: Record<SearchOrder, string> = {
  newest: 'seq DESC',
  relevance: 'score DESC, seq DESC',
  cooked: 'cooked_count DESC, seq DESC',
  rating: 'score DESC, rating_count DESC, seq DESC',
};

/** The order of the rows in a slice, of which only the first may be needed. */
const best: Record<SearchOrder, string> = {
  newest: 's.seq DESC',
  relevance: 's.seq DESC',
  cooked: 's.cooked_count DESC, s.seq DESC',
  rating: 'rating_score(s.rating_count, s.rating_sum) DESC, s.rating_count DESC, s.seq DESC',
};

/** A match in the title, then the words' weights and the share of ingredients that were asked for. */
const score = `CASE WHEN has_words THEN (s.document @@ titles)::int + ts_rank(s.document, words, 1) ELSE 0 END
  + wanted / greatest(s.ingredient_count, wanted, 1)::float8 + ln(1 + s.cooked_count) / 20`;

const columns = 's.eventable_id, s.seq, s.cooked_count, s.total_time, s.has_photo, s.terms';
const moreColumns: Partial<Record<SearchOrder, string>> = {
  relevance: ', s.document, s.ingredient_count',
  rating: ', s.rating_count, rating_score(s.rating_count, s.rating_sum) AS score',
};

function slicesSql(order: SearchOrder, variant: ViewerVariant): string {
  return slices[order]
    .map(({ query, where, when }, index) => {
      const before = Array.from({ length: index }, (_, each) => `(SELECT count(*) FROM slice${each})`);
      const conditions = [
        `s.document @@ (SELECT ${query} FROM asked)`,
        findable(variant),
        '($5::int IS NULL OR s.total_time <= $5)',
        '($9::boolean IS NULL OR s.has_photo = $9)',
        ...(where ? [`(${where})`] : []),
        ...(when ? [`(SELECT ${when} FROM asked)`] : []),
        ...(before.length > 0 ? [`${before.join(' + ')} < ${maxMatches + 1}`] : []),
      ];
      const rows = `SELECT ${columns}${moreColumns[order] ?? ''} FROM recipe_search s
        WHERE ${conditions.join(' AND ')} ORDER BY ${best[order]} LIMIT ${maxMatches + 1}`;
      const scored = order === 'relevance' ? `SELECT ${columns}, ${score} AS score FROM (${rows}) s, asked` : rows;
      return `slice${index} AS MATERIALIZED (${scored})`;
    })
    .join(', ');
}

const searchText =
  (order: SearchOrder) =>
  (variant: ViewerVariant): string =>
    `
  WITH ${asked}, ${slicesSql(order, variant)}, matches AS MATERIALIZED (
     ${slices[order].map((_, index) => `SELECT * FROM slice${index}`).join(' UNION ALL ')} LIMIT ${maxMatches + 1}
   ), counted AS (
     SELECT term, count(*) AS count FROM matches, unnest(terms) AS term GROUP BY term
   ), facets AS (
     SELECT term, count, row_number() OVER (PARTITION BY left(term, 1) ORDER BY count DESC, term) AS place FROM counted
   )
   SELECT ARRAY(SELECT eventable_id FROM matches ORDER BY ${sorted[order]} LIMIT $7 OFFSET $8) AS ids,
     (SELECT count(*) FROM matches) AS total,
     (SELECT coalesce(json_agg(json_build_object('term', term, 'count', count) ORDER BY count DESC, term), '[]')
      FROM facets WHERE place <= 12) AS terms,
     (SELECT json_agg(json_build_object('minutes', minutes, 'count',
        (SELECT count(*) FROM matches WHERE total_time <= minutes * 60)) ORDER BY minutes)
      FROM unnest(ARRAY[15, 30, 60, 120]) AS minutes) AS times,
     (SELECT count(*) FROM matches WHERE has_photo) AS photos`;

/**
 * `ids`: The requested page.
 * `total`: At most one more than `maxMatches`.
 * `times`: How many matches take at most so long.
 */
export type SearchRow = RowOf<typeof searchRecipes.relevance>;

interface Facets {
  terms: { term: string; count: number }[];
  times: { minutes: number; count: number }[];
}

const prepare = (order: SearchOrder) =>
  statementPerViewer<'search_recipes', Facets>(
    'search_recipes',
    ['words', 'filter', 'maxSeconds?', 'ingredients', 'limit', 'offset', 'hasPhoto?', 'excluded'],
    searchText(order),
    { notNull: ['ids', 'total', 'photos'], variant: `by_${order}` },
  );

/**
 * `words` is what a person types, `excluded` likewise, with `or` between words. `filter` is a tsquery of terms.
 * `ingredients` is the number of ingredients asked for.
 */
export const searchRecipes = {
  relevance: prepare('relevance'),
  newest: prepare('newest'),
  cooked: prepare('cooked'),
  rating: prepare('rating'),
};

// Searches items by words in their own language, and accounts by prefixes of their names

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
