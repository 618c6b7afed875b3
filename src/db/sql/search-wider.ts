/** Statements of searches that go beyond the typed words: similar words, and ingredients at hand. */
import { statement } from '../statement.ts';
import {
  allSlices,
  askedSql,
  buckets,
  bucketSize,
  columns,
  type Facets,
  findable,
  isWhole,
  maxMatches,
  notInTitle,
  older,
  resultSql,
  type Slice,
  score,
  slicesSql,
} from './search.ts';
import { statementPerViewer } from './visibility.ts';

// Searches recipes by similar words

const isByRelevance = `$11 = 'relevance'`;
const isOther = 's.eventable_id <> ALL($12::bigint[])';

/** Like the slices of `searchRecipes`. Other orders than relevance are those of the newest matches. */
const similarSlices: Slice[] = [
  { query: 'titles && recent', where: `${isByRelevance} AND ${isWhole} AND ${isOther}` },
  { query: 'titles', where: `${isByRelevance} AND ${older} AND ${isWhole} AND ${isOther}` },
  ...['query && newest', 'query && newer', 'full_query'].map((query, index) => ({
    query,
    where: `${index === 2 ? `${older} AND ` : ''}(${notInTitle} OR NOT ${isByRelevance}) AND ${isOther}`,
  })),
];

const rated = 's.rating_count, rating_score(s.rating_count, s.rating_sum) AS rating';

/**
 * Like `searchRecipes`, for a tsquery of similar words. `exact` are the recipes with the words as typed, which come
 * first by relevance.
 */
export const searchSimilarRecipes = statementPerViewer<'search_similar_recipes', Facets>(
  'search_similar_recipes',
  ['similar', 'filter', 'maxSeconds?', 'ingredients', 'limit', 'offset', 'hasPhoto?', 'excluded', 'order', 'exact'],
  (variant) => {
    const reading = {
      slices: similarSlices,
      columns: `${columns}, s.document, s.ingredient_count, ${rated}`,
      best: 's.seq DESC',
      score: `s.rating_count, s.rating, NULL::bigint AS place, ${score}`,
    };
    return `
  WITH ${askedSql('$3::tsquery')}, exact AS MATERIALIZED (
     SELECT ${columns}, ${rated}, given.place, NULL::float8 AS score
     FROM unnest($12::bigint[]) WITH ORDINALITY AS given (id, place) JOIN recipe_search s ON s.eventable_id = given.id
   ), ${slicesSql(reading, variant)}, matches AS MATERIALIZED (
     SELECT * FROM exact UNION ALL ${allSlices(similarSlices)} LIMIT ${maxMatches + 1}
   ), ${resultSql(`CASE WHEN ${isByRelevance} THEN place END NULLS LAST,
     CASE $11 WHEN 'relevance' THEN score WHEN 'cooked' THEN cooked_count WHEN 'rating' THEN rating END
       DESC NULLS LAST, CASE WHEN $11 = 'rating' THEN rating_count END DESC, seq DESC`)}`;
  },
  { notNull: ['ids', 'total', 'photos'] },
);

// Ranks recipes by how many of their ingredients are at hand

/** So many recipes are read and ranked. */
const maxRanked = 2_000;

/**
 * For lexemes without positions, PostgreSQL's ts_rank is the share of a query's alternatives that a document has, times
 * this.
 */
const rankOfAll = 0.1 / 1.64493406685;

/**
 * Like `searchRecipes`. `slices` are tsqueries, and `parts` say of which recipes: 1 the newest, 2 the newer ones, 3 the
 * others. They are read one after the other until there are enough recipes. `terms` is a tsquery for any of the
 * ingredients, `count` their number.
 */
export const searchRecipesAtHand = statementPerViewer<'search_recipes_at_hand', Facets>(
  'search_recipes_at_hand',
  [
    'words',
    'filter',
    'maxSeconds?',
    'slices',
    'limit',
    'offset',
    'hasPhoto?',
    'excluded',
    'parts',
    'terms',
    'count',
  ],
  (variant) => `
  WITH latest AS MATERIALIZED (
     SELECT ARRAY[${buckets(0, 1)}, ${buckets(2, 9)}] AS recent, (top - 9) * ${bucketSize} AS recent_from
     FROM (SELECT last_value / ${bucketSize} AS top FROM recipe_search_seq_seq) AS latest
   ), asked AS MATERIALIZED (
     SELECT search_query(search_fold($3)) && !! search_query(search_fold($10)) && $4::tsquery AS rest OFFSET 0
   ), slices AS MATERIALIZED (
     SELECT CASE WHEN part < 3 THEN query::tsquery && rest && recent[part] ELSE query::tsquery && rest END AS query,
       CASE WHEN part = 3 THEN recent_from END AS before
     FROM unnest($6::text[], $11::int[]) WITH ORDINALITY AS slice (query, part, place), asked, latest
     ORDER BY place
   ), found AS MATERIALIZED (
     SELECT read.* FROM slices CROSS JOIN LATERAL (
       SELECT s.* FROM (
         SELECT s.* FROM recipe_search s
         WHERE s.document @@ slices.query AND (slices.before IS NULL OR s.seq < slices.before)
           AND ($5::int IS NULL OR s.total_time <= $5) AND ($9::boolean IS NULL OR s.has_photo = $9)
         ORDER BY s.seq DESC LIMIT ${maxRanked}
       ) AS s WHERE ${findable(variant)}
     ) AS read LIMIT ${maxRanked}
   ), ranked AS (
     SELECT eventable_id, seq, total_time, has_photo, terms, ingredient_count,
       round(ts_rank(document, $12::tsquery) / ${rankOfAll} * $13::int) AS present
     FROM found
   ), matches AS MATERIALIZED (
     SELECT *, present / greatest(ingredient_count, present, 1) AS score
     FROM ranked ORDER BY score DESC, present DESC, seq DESC LIMIT ${maxMatches + 1}
   ), ${resultSql('score DESC, present DESC, seq DESC')}`,
  { notNull: ['ids', 'total', 'photos'] },
);

// Looks up the words of recipes

/** The configurations that search_query knows. */
const languages = `'{simple,arabic,danish,german,greek,english,spanish,finnish,french,hungarian,italian,norwegian,dutch,
  portuguese,romanian,russian,swedish,turkish}'::regconfig[]`;

/** Of more words, only the first are looked at. */
const maxLookedAt = 1_000;
const maxSimilar = 40;

/**
 * Looks up words and their keys (`keyOf`), one row for each, in their order.
 * `folded`: Without accents.
 * `stems`: The word in all languages.
 * `is_stop`: In some language the word says nothing, as "with" in English.
 * `lexemes`: Words that have the key in them, the shortest first.
 * `phrase`: A tsquery of words in quotation marks, otherwise empty.
 */
export const selectSimilarWords = statement(
  'select_similar_words',
  ['words', 'keys'],
  `SELECT typed.folded, stems.lexemes AS stems, stems.is_stop,
     CASE WHEN starts_with(typed.folded, '"') THEN search_query(typed.folded)::text ELSE '' END AS phrase,
     ARRAY(SELECT lexeme FROM (
       (SELECT lexeme, key FROM search_word w
        WHERE length(typed.key) >= 3 AND w.key >= typed.key AND w.key < typed.key || chr(1114111)
        ORDER BY w.key LIMIT ${maxLookedAt})
       UNION ALL
       (SELECT lexeme, key FROM search_word w
        WHERE length(typed.key) >= 4 AND w.grams @> typed.trigrams AND strpos(w.key, typed.key) > 1
        LIMIT ${maxLookedAt})
     ) AS near GROUP BY lexeme ORDER BY min(length(key)), lexeme LIMIT ${maxSimilar}) AS lexemes
   FROM (SELECT place, key, search_fold(lower(word)) AS folded, search_trigrams(key) AS trigrams
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (word, key, place) OFFSET 0) AS typed
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(DISTINCT lexeme) FILTER (WHERE lexeme IS NOT NULL), '{}') AS lexemes,
         bool_or(lexeme IS NULL) AS is_stop
       FROM unnest(${languages}) AS language LEFT JOIN LATERAL
         unnest(tsvector_to_array(to_tsvector(language, typed.folded))) AS lexeme ON true
     ) AS stems
   ORDER BY typed.place`,
  { notNull: ['folded', 'stems', 'is_stop', 'phrase', 'lexemes'] },
);

/**
 * For words that no recipe has, returns words that may differ from the keys by at most so many typing errors, 2 at
 * most. `place` counts from 0.
 */
export const selectMisspelled = statement(
  'select_misspelled',
  ['words', 'keys', 'errors'],
  `SELECT typed.place::int - 1 AS place, near.word, near.key
   FROM (SELECT place, key, errors, search_remains(key, errors) AS remains, search_query(search_fold(word)) AS query
       FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS given (word, key, errors, place)
       OFFSET 0) AS typed
     CROSS JOIN LATERAL (
       SELECT min(word) AS word, key FROM (SELECT * FROM search_word w WHERE w.grams && typed.remains OFFSET 0) AS w
       WHERE abs(length(key) - length(typed.key)) <= typed.errors AND key <> typed.key
       GROUP BY key ORDER BY abs(length(key) - length(typed.key)), key LIMIT 500
     ) AS near
   WHERE (SELECT 1 FROM recipe_search s WHERE s.document @@ typed.query LIMIT 1) IS NULL`,
  { notNull: ['place', 'word'] },
);
