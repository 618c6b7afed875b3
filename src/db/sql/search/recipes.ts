/** Searches recipes and counts what the matches have in common. */

import { blockedHosts, mutedIds } from '../items/unmuted.ts';
import { statementPerViewer } from '../items/viewer-variants.ts';
import type { ViewerVariant } from '../items/visibility.ts';
import { bucketSize } from './recipe-index.ts';

/** At most this many matches are ranked, counted and listed. */
export const maxMatches = 500;

export type SearchOrder = 'relevance' | 'newest' | 'cooked' | 'rating';

const followed = 'SELECT followee_id FROM follow WHERE follower_id = $1';
const hidden = `SELECT blocked_id FROM block WHERE blocker_id = $1 UNION ALL SELECT blocker_id FROM block WHERE blocked_id = $1
  UNION ALL ${mutedIds()}
  UNION ALL SELECT id FROM account WHERE host = ANY(ARRAY(${blockedHosts()}))`;

/** Who finds the row, as its author's own row says now. Null if nobody else does. */
const visibility = `(SELECT CASE WHEN is_findable(a) THEN search_visibility(s.visibility, a.limited_at) END
    FROM account a WHERE a.id = s.account_id)`;

/** The rows that the viewer may find. Servers do not search. The sub-selects are hashed, because thousands of rows pass. */
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
       regexp_replace(regexp_replace(words::text, '<[0-9-]+>', '&', 'g'), '''((?:[^'']|'''')*)''', '''=n:\\1''', 'g')::tsquery
         && rest AS titles
     FROM (SELECT search_query(search_fold($3)) AS words, !! search_query(search_fold($10)) && $4::tsquery AS rest) AS given,
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
      return `slice${index} AS MATERIALIZED (${order === 'relevance' ? `SELECT ${columns}, ${score} AS score FROM (${rows}) s, asked` : rows})`;
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

export interface SearchRow {
  /** The requested page. */
  ids: number[];
  /** At most one more than `maxMatches`. */
  total: number;
  terms: { term: string; count: number }[];
  /** How many matches take at most so long. */
  times: { minutes: number; count: number }[];
  photos: number;
}

type Params = [
  words: string,
  filter: string,
  maxSeconds: number | null,
  ingredients: number,
  limit: number,
  offset: number,
  hasPhoto: boolean | null,
  excluded: string,
];

const prepare = (order: SearchOrder) =>
  statementPerViewer<SearchRow, Params>(`search_recipes_by_${order}`, searchText(order));

/** `words` is what a person types, `excluded` likewise, with `or` between words. `filter` is a tsquery of terms. `ingredients` is the number of ingredients asked for. */
export const searchRecipes = {
  relevance: prepare('relevance'),
  newest: prepare('newest'),
  cooked: prepare('cooked'),
  rating: prepare('rating'),
};
