/** Statements on the search index of recipes, and on searches in it. */
import { type RowOf, statement } from '../statement.ts';
import { blockedHosts, mutedIds, statementPerViewer, type ViewerVariant } from './visibility.ts';

// Writes what search reads of recipes

export type IndexableRecipe = RowOf<typeof selectIndexableRecipes>;

/**
 * Returns those of the recipes that search may find: published ones.
 * `prep_time`: All times in seconds.
 */
export const selectIndexableRecipes = statement(
  'select_indexable_recipes',
  ['ids'],
  `SELECT e.id, e.account_id, e.locale, e.name, e.tags, coalesce(e.category, '{}') AS category,
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
  /** Those of the marks that are parts of words in the title. */
  title_parts: string[];
  /** The words of title, ingredients and tags, as written. */
  forms: string[];
  /** The same words in lower case. */
  words: string[];
  /** The same words in the form in which they are compared. */
  keys: string[];
}

const words = (text: string, weight: string) =>
  `setweight(to_tsvector(search_config(e.locale), search_fold(left(${text}, 20000))), '${weight}')`;

/** Prefixes the words of a title, so that a query can ask for titles alone. */
const titleMarks = `ARRAY(SELECT '=n:' || lexeme FROM unnest(to_tsvector(search_config(e.locale),
  search_fold(e.name))))`;

/** 4,096 recipes share a bucket, so that a search can look through the newest ones first. */
export const bucketSize = 4096;

/** Rows of lower versions are written again by a job. The index recipe_search_outdated has the same number. */
const indexVersion = 1;

const searchWordsLock = `hashtextextended('search_word', 0)`;

/** Until the end of the transaction, only this transaction adds words. Call it before items are locked. */
export const lockSearchWords = statement('lock_search_words', [], `SELECT pg_advisory_xact_lock(${searchWordsLock})`);

/**
 * Replaces the rows of the recipes, and deletes those without a new one. New words are added by one transaction at a
 * time. The others mark their rows as outdated, so nobody waits. A join with `search_word` would hash all known words. An
 * equal row is not written, because its terms would be added to the index once more.
 */
export const writeRecipeIndex = statement(
  'write_recipe_index',
  ['ids', 'rows'],
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb)
       AS g (id bigint, total_time int, ingredient_count int, ingredients text, terms text[], marks text[],
         title_parts text[], forms text[], words text[], keys text[])
   ), new_words AS MATERIALIZED (
     SELECT word, lexeme, key
     FROM (SELECT DISTINCT w.word, w.key,
         (tsvector_to_array(to_tsvector(search_config(e.locale), search_fold(w.form))))[1] AS lexeme
       FROM given g JOIN eventable e ON e.id = g.id, unnest(g.forms, g.words, g.keys) AS w (form, word, key)) AS seen
     WHERE lexeme IS NOT NULL
       AND (SELECT 1 FROM search_word known WHERE known.word = seen.word AND known.lexeme = seen.lexeme) IS NULL
   ), turn AS MATERIALIZED (
     SELECT CASE WHEN EXISTS (SELECT 1 FROM new_words) THEN pg_try_advisory_xact_lock(${searchWordsLock}) ELSE true
       END AS is_mine
   ), added AS (
     INSERT INTO search_word (word, lexeme, key, grams)
     SELECT word, lexeme, key, search_trigrams(key) || search_remains(key, CASE WHEN length(key) < 6 THEN 1 ELSE 2 END)
     FROM new_words, turn WHERE turn.is_mine ORDER BY word, lexeme
     ON CONFLICT DO NOTHING
   ), gone AS (
     DELETE FROM recipe_search WHERE eventable_id = ANY($1::bigint[]) AND eventable_id <> ALL(ARRAY(SELECT id
       FROM given))
   ), fresh AS MATERIALIZED (
     SELECT e.id, coalesce(s.seq, nextval('recipe_search_seq_seq')) AS seq, e.account_id, e.visibility,
       EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = e.id AND m.state <> 'failed') AS has_photo,
       g.total_time, e.cooked_count, e.rating_count, e.rating_sum, g.ingredient_count, g.terms, g.marks, g.title_parts,
       ${words('e.name', 'A')} || ${words('g.ingredients', 'B')}
         || ${words(`array_to_string(e.tags, ' ')`, 'C')} || ${words('e.content', 'D')} AS words,
       ${titleMarks} AS title
     FROM given g JOIN eventable e ON e.id = g.id
       LEFT JOIN recipe_search s ON s.eventable_id = e.id
   )
   INSERT INTO recipe_search (eventable_id, seq, account_id, visibility, has_photo, total_time, cooked_count,
     rating_count, rating_sum, ingredient_count, terms, index_version, document)
   SELECT id, seq, account_id, visibility, has_photo, total_time, cooked_count, rating_count, rating_sum,
     ingredient_count, terms, CASE WHEN (SELECT is_mine FROM turn) THEN ${indexVersion} ELSE 0 END,
     words || array_to_tsvector(title || ARRAY(SELECT '=' || mark FROM unnest(terms || marks) AS mark)
       || ARRAY(SELECT '=n:=' || part FROM unnest(title_parts) AS part)
       || ARRAY['=all', '=b:' || seq / ${bucketSize}, cooked_tier(cooked_count)] || rating_terms(rating_count,
         rating_sum))
   FROM fresh ORDER BY id
   ON CONFLICT (eventable_id) DO UPDATE SET account_id = excluded.account_id, visibility = excluded.visibility,
     has_photo = excluded.has_photo, total_time = excluded.total_time, cooked_count = excluded.cooked_count,
     rating_count = excluded.rating_count, rating_sum = excluded.rating_sum,
       ingredient_count = excluded.ingredient_count,
     terms = excluded.terms, index_version = excluded.index_version, document = excluded.document
   WHERE recipe_search IS DISTINCT FROM excluded`,
);

/** Returns the ids of the next recipes, published or not. */
export const selectNextRecipeIds = statement(
  'select_next_recipe_ids',
  ['after', 'limit'],
  `SELECT id FROM eventable WHERE id > $1 AND type = 'recipe' ORDER BY id LIMIT $2`,
);

/** Returns the ids of recipes whose rows an earlier version wrote, or whose words are not added yet. */
export const selectOutdatedRecipeIds = statement(
  'select_outdated_recipe_ids',
  ['limit'],
  `SELECT eventable_id AS id FROM recipe_search WHERE index_version < ${indexVersion} ORDER BY eventable_id LIMIT $1`,
);

export const deleteSearchWords = statement('delete_search_words', [], `DELETE FROM search_word`);

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
export const findable = (variant: ViewerVariant): string => {
  if (variant === 'anonymous')
    return `s.visibility = 'public' AND $1::bigint IS NULL AND $2::text IS NULL AND ${visibility} = 'public'`;
  return `$1::bigint IS NOT NULL AND $2::text IS NULL
    AND (s.account_id = $1 OR (s.visibility IN ('public', 'private') AND s.account_id NOT IN (${hidden})
      AND CASE ${visibility} WHEN 'public' THEN true WHEN 'private' THEN s.account_id IN (${followed}) END))`;
};

export const buckets = (from: number, to: number) =>
  `(SELECT string_agg('''=b:' || top - n || '''', '|')::tsquery FROM generate_series(${from}, ${to}) n)`;

/** Without a positive term, an index scan would read all entries of the index. */
const indexable = (query: string) =>
  `CASE WHEN querytree(${query}) IN ('', 'T') THEN ${query} && '''=all'''::tsquery ELSE ${query} END`;

/**
 * The queries, and the buckets of the newest recipes. `words` is an expression, `titles` asks for the words in the
 * title.
 */
export const askedSql = (words: string) => `parsed AS MATERIALIZED (
     SELECT words, words && rest AS query, numnode(words) > 0 AS has_words, $6::int AS wanted, top,
       regexp_replace(regexp_replace(words::text, '<[0-9-]+>', '&', 'g'), '''((?:[^'']|'''')*)''', '''=n:\\1''',
         'g')::tsquery
         && rest AS titles
     FROM (SELECT ${words} AS words,
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

export const newestSlices: Slice[] = [
  { query: 'query && newest' },
  { query: 'query && newer' },
  { query: 'full_query', where: older },
];

/** Common words have many matches, so the slices are read one after the other until there are enough. */
const slices: Record<SearchOrder, Slice[]> = {
  newest: newestSlices,
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
export const score = `CASE WHEN has_words THEN (s.document @@ titles)::int + ts_rank(s.document, words, 1) ELSE 0 END
  + wanted / greatest(s.ingredient_count, wanted, 1)::float8 + ln(1 + s.cooked_count) / 20`;

export const columns = 's.eventable_id, s.seq, s.cooked_count, s.total_time, s.has_photo, s.terms';
const moreColumns: Partial<Record<SearchOrder, string>> = {
  relevance: ', s.document, s.ingredient_count',
  rating: ', s.rating_count, rating_score(s.rating_count, s.rating_sum) AS score',
};

interface Reading {
  slices: Slice[];
  /** Of `recipe_search s`. */
  columns: string;
  /** The order of the rows in a slice. */
  best: string;
  /** An expression over `s` and `asked`. */
  score?: string | undefined;
}

/**
 * The slices as common table expressions. Each is read only if those before have too few rows. Who may find a row is
 * asked in the order of the rows, because that reads its author, and only the first rows may be needed.
 */
export function slicesSql({ slices: read, columns: of, best: order, score: scored }: Reading, variant: ViewerVariant) {
  return read
    .map(({ query, where, when }, index) => {
      const before = Array.from({ length: index }, (_, each) => `(SELECT count(*) FROM slice${each})`);
      const conditions = [
        `s.document @@ (SELECT ${query} FROM asked)`,
        '($5::int IS NULL OR s.total_time <= $5)',
        '($9::boolean IS NULL OR s.has_photo = $9)',
        ...(where ? [`(${where})`] : []),
        ...(when ? [`(SELECT ${when} FROM asked)`] : []),
        ...(before.length > 0 ? [`${before.join(' + ')} < ${maxMatches + 1}`] : []),
      ];
      const rows = `SELECT ${of} FROM (
          SELECT s.place FROM (
            SELECT s.ctid AS place, s.account_id, s.visibility FROM recipe_search s
            WHERE ${conditions.join(' AND ')} ORDER BY ${order} OFFSET 0
          ) s WHERE ${findable(variant)} LIMIT ${maxMatches + 1}
        ) first CROSS JOIN LATERAL (SELECT * FROM recipe_search WHERE ctid = first.place OFFSET 0) s
        ORDER BY ${order}`;
      const result = scored === undefined ? rows : `SELECT ${columns}, ${scored} AS score FROM (${rows}) s, asked`;
      return `slice${index} AS MATERIALIZED (${result})`;
    })
    .join(', ');
}

export const allSlices = (read: Slice[]) => read.map((_, index) => `SELECT * FROM slice${index}`).join(' UNION ALL ');

/** The page of `matches`, their number and what they have in common. */
export const resultSql = (order: string) =>
  `counted AS (
     SELECT term, count(*) AS count FROM matches, unnest(terms) AS term GROUP BY term
   ), facets AS (
     SELECT term, count, row_number() OVER (PARTITION BY left(term, 1) ORDER BY count DESC, term) AS place FROM counted
   )
   SELECT ARRAY(SELECT eventable_id FROM matches ORDER BY ${order} LIMIT $7 OFFSET $8) AS ids,
     (SELECT count(*) FROM matches) AS total,
     (SELECT coalesce(json_agg(json_build_object('term', term, 'count', count) ORDER BY count DESC, term), '[]')
      FROM facets WHERE place <= 12) AS terms,
     (SELECT json_agg(json_build_object('minutes', minutes, 'count',
        (SELECT count(*) FROM matches WHERE total_time <= minutes * 60)) ORDER BY minutes)
      FROM unnest(ARRAY[15, 30, 60, 120]) AS minutes) AS times,
     (SELECT count(*) FROM matches WHERE has_photo) AS photos`;

const searchText =
  (order: SearchOrder) =>
  (variant: ViewerVariant): string => {
    const reading = {
      slices: slices[order],
      columns: `${columns}${moreColumns[order] ?? ''}`,
      best: best[order],
      score: order === 'relevance' ? score : undefined,
    };
    return `
  WITH ${askedSql('search_query(search_fold($3))')}, ${slicesSql(reading, variant)}, matches AS MATERIALIZED (
     ${allSlices(slices[order])} LIMIT ${maxMatches + 1}
   ), ${resultSql(sorted[order])}`;
  };

/**
 * `ids`: The requested page.
 * `total`: At most one more than `maxMatches`.
 * `times`: How many matches take at most so long.
 */
export type SearchRow = RowOf<typeof searchRecipes.relevance>;

export interface Facets {
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
